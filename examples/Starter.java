/* A starter engine for Connect Four, in UGI: five words are enough to play.
 *     java Starter.java
 * Run it against Plateau, or put your own idea into choose(). */
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

public class Starter {
    static final int COLUMNS = 7, ROWS = 6;
    static final Random random = new Random();

    /** The next column, "1" to "7", after these ones; "none" when all are full. Replace this. */
    static String choose(List<String> moves) {
        List<String> free = new ArrayList<>();
        for (int column = 1; column <= COLUMNS; column++) {
            String name = String.valueOf(column);
            if (moves.stream().filter(name::equals).count() < ROWS)
                free.add(name);
        }
        return free.isEmpty() ? "none" : free.get(random.nextInt(free.size()));
    }

    public static void main(String[] args) {
        List<String> moves = new ArrayList<>();
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            List<String> words = Arrays.asList(lines.nextLine().trim().split("\\s+"));
            switch (words.get(0)) {
                case "ugi":
                    System.out.println("id name Starter (Java)\nugiok");
                    break;
                case "isready":
                    System.out.println("readyok");
                    break;
                case "position": // position startpos [moves 4 4 5 …]
                    int at = words.indexOf("moves");
                    moves = at < 0 ? new ArrayList<>() : words.subList(at + 1, words.size());
                    break;
                case "go": // its limits are ignored: we are quick
                    System.out.println("bestmove " + choose(moves));
                    break;
                case "quit":
                    return;
                default:
                    break;
            }
        }
    }
}
