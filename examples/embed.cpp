// The same from C++: a session that deletes itself, errors as exceptions.
//
//     c++ -std=c++11 embed.cpp $(pkg-config --cflags --libs plateau) -o embed && ./embed gomoku
#include <plateau.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

class Game {
public:
    explicit Game(const std::string &id)
        : session(plateau_session_new(plateau_game_find(id.c_str())), plateau_session_delete)
    {
        if (!session)
            throw std::runtime_error("no such game: " + id);
    }

    bool is_over() const { return plateau_session_is_over(session.get()); }
    int side() const { return plateau_session_side(session.get()); }
    std::string result() const { return plateau_session_result(session.get()); }
    std::string drawing() { return plateau_session_drawing(session.get()); }

    std::string choose(const std::string &player, std::uint64_t seed)
    {
        PlateauError error;
        const char *move = plateau_session_choose(session.get(), player.c_str(), seed, &error);
        if (move == nullptr)
            throw std::runtime_error(error.text);
        return move;
    }

    void play(const std::string &move)
    {
        PlateauError error;
        if (!plateau_session_play(session.get(), move.c_str(), &error))
            throw std::runtime_error(error.text);
    }

private:
    std::unique_ptr<PlateauSession, decltype(&plateau_session_delete)> session;
};

} // namespace

int main(int argc, char **argv)
try {
    Game game(argc > 1 ? argv[1] : "gomoku");
    const std::string players[] = {argc > 2 ? argv[2] : "level4", argc > 3 ? argv[3] : "level2"};
    for (std::uint64_t seed = 1; !game.is_over(); seed++) {
        const std::string move = game.choose(players[game.side()], seed);
        game.play(move);
        std::cout << move << ' ';
    }
    std::cout << '\n' << game.drawing() << game.result() << '\n';
    return EXIT_SUCCESS;
} catch (const std::exception &error) {
    std::cerr << "embed: " << error.what() << '\n';
    return EXIT_FAILURE;
}
