#!/bin/sh
# The levels of the games against each other: `make levels`. Each level meets the one below, level 1
# the player `careful` as well; from all games of a game's players come ratings on one scale, careful
# at 0. Results go to docs/user/levels/GAME.csv, and from there to docs/user/levels.md and docs/img/levels.svg.
#
#   tools/levels.sh BINARY [GAME…]     LEVEL_GAMES: of each pair; TOP_GAMES: of levels 10 and 9,
#                                      at a second a move;
#                                      PRESET_GAMES: of a game's other players with levels 8 and 9
set -u
binary=$(realpath "$1")
shift
cd "$(dirname "$0")/.." || exit 1
games=${LEVEL_GAMES:-400}
top=${TOP_GAMES:-40}
presets=${PRESET_GAMES:-10}
concurrency=${CORES:-$(nproc)}
all=$("$binary" games | cut -d' ' -f1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p docs/user/levels

# meet GAME PLAYER PLAYER COUNT [FLAG…]
meet() {
    game=$1 first=$2 second=$3 count=$4
    shift 4
    "$binary" match "$game" "$first" "$second" --games "$count" --random-plies 2 \
        --concurrency "$concurrency" --store "$work/$game-$first-$second.db" \
        --games-csv "$work/$game-$first-$second.games" "$@" >/dev/null || exit 1
}

# The players that a game knows by name, beside its levels and its champion.
presets_of() {
    "$binary" games "$1" | awk '
        /^[A-Z]/ { is_here = /^Players of this game/ }
        is_here && /^  [a-z]/ && $1 !~ /^(level[0-9]+|champion)$/ { print $1 }'
}

# Whoever takes longer than half a second a move gets so much here.
meet_presets() {
    for preset in $(presets_of "$1"); do
        for level in 8 9; do
            if [ "$preset" = seed-patterns ]; then
                meet "$1" "$preset" level$level "$presets" --move-time 1:0.5
            else
                meet "$1" "$preset" level$level "$presets"
            fi
        done
    done
}

# Seconds a move of each player: "level3 0.0123".
mean_times() {
    cat "$work/$1"-*.games | awk -F, '
        $1 ~ /^[0-9]+$/ {
            n = split($0, f, ","); gsub(/"/, "")
            first = $2; second = $3
            moves = f[n - 4] - f[n - 5]
            time[first] += f[n - 3]; time[second] += f[n - 2]
            count[first] += (moves + 1) / 2; count[second] += moves / 2
        }
        END { for (p in time) printf "%s %.4f\n", p, time[p] / count[p] }'
}

play() {
    meet "$1" level1 careful "$games"
    meet "$1" level2 careful "$games"
    below=1
    while [ $below -lt 10 ]; do
        above=$((below + 1))
        count=$games
        [ $above -lt 10 ] || count=$top
        meet "$1" level$above level$below "$count"
        below=$above
    done
    meet_presets "$1"
    set -- "$1" "$work/$1"-*.db
    game=$1
    shift
    for store; do
        set -- "$@" --store "$store"
        shift
    done
    mean_times "$game" >"$work/times"
    "$binary" ratings "$@" --anchor careful=0 --csv >"$work/ratings.csv" || exit 1
    awk -F, -v OFS=, '
        FNR == NR { split($0, t, " "); time[t[1]] = t[2]; next }
        FNR == 1 { next }
        { gsub(/"/, "", $2); rank[$2] = $1; row[$2] = $0; rating[$2] = $3; error[$2] = $4 }
        function against(player, other,   f, cell) {
            split(row[player], f, ",")
            cell = f[10 + rank[other]]
            return cell
        }
        END {
            print "level,rating,error,points_against_the_one_below,games,score,seconds_a_move"
            for (i = 0; i <= 10; i++) {
                name = i == 0 ? "careful" : "level" i
                cell = i == 0 ? "" : against(name, i == 1 ? "careful" : "level" (i - 1))
                split(cell, p, "/")
                printf "%s,%s,%s,%s,%s,%s,%s\n", name, rating[name], error[name], p[1], p[2],
                       i == 0 ? "" : sprintf("%.3f", p[1] / p[2]), time[name]
                delete rating[name]
            }
            fflush()
            for (name in rating)
                printf "%s,%s,%s,,,,%s\n", name, rating[name], error[name], time[name] | "sort"
        }' "$work/times" "$work/ratings.csv" >"docs/user/levels/$game.csv"
    cat "docs/user/levels/$game.csv"
}

write_page() {
    cat <<'END'
# Levels

Ten players by name for every game, `level1` … `level10` (`plateau play GAME --level 3`, `level:3` in a match), from a
beginner to full strength. `plateau games GAME` shows what each of them is. Weak levels err as people do: they overlook
moves, more of them the further away they are, look less deep and misjudge positions; of what they see they play the
best. Middle levels err at some of their moves only (`lapse`), and see everything at the others. From level 4 on a win
in one move is always taken and a loss in one always stopped.

`make levels` plays every level against the one below, and the first two against `careful`, who moves at random but
takes wins in one and stops losses in one; openings are two random moves, played twice with colours exchanged. Ratings
are on one scale for each game, `careful` at 0; ± is half of the interval that holds the truth in 95 of 100 matches.
Times are seconds a move on the machine of the run. Games between perfect players are draws: Tic-Tac-Toe has fewer
steps than levels. The first level of Fous-Fous has a wrong idea of the game (to be rid of one's pieces), because random
moves alone win four games of ten against `careful`. In Hasami `careful` draws nine games of ten with whoever does
not know how to close a piece in, and with level 1 too; level 3 there keeps its pieces but has no plan.
Level 10 is the champion with a second a move. Four hundred games tell a score to about five points in a hundred, forty
to fifteen.
The tables are of several runs: `games` says how many there were. Hasami's levels 9 and 10 think longest, so that 9 has a
quarter of the games there, the match of 10 was stopped after 12, and the other players have 6 with each.

Below the levels stand the other players that a game knows by name, on the same scale; they met levels 8 and 9.
`seed-patterns` had half a second a move there, a tenth of what it has otherwise.

![Rating by level, game by game](../img/levels.svg)
END
    for game in $all; do
        [ -f "docs/user/levels/$game.csv" ] || continue
        printf '\n## %s\n' "$game"
        echo '| player | rating | ± | against the one below | games | score | s a move |'
        echo '|---|---:|---:|---:|---:|---:|---:|'
        awk -F, 'NR > 1 {
            printf "| %s | %.0f | %.0f | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5,
                   $6 == "" ? "" : sprintf("%.1f %%", 100 * $6), $7 }' "docs/user/levels/$game.csv"
    done
}

write_chart() {
    for game in $all; do
        [ -f "docs/user/levels/$game.csv" ] && sed "1d;s/^/$game,/" "docs/user/levels/$game.csv"
    done | awk -F, '
        function y(r) { return 360 - 320 * (r - low) / (high - low) }
        $2 ~ /^level[0-9]/ {
            if (!($1 in count)) { order[++games] = $1; count[$1] = 0 }
            count[$1]++
            value[$1, count[$1]] = $3
            if (NR == 1 || $3 < low) low = $3
            if ($3 > high) high = $3
        }
        END {
            split("#0072b2 #d55e00 #009e73 #cc79a7 #e69f00", colour, " ")
            low = int(low / 500 - 1) * 500
            high = int(high / 500 + 1) * 500
            print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"400\" viewBox=\"0 0 640 400\""
            print " font-family=\"sans-serif\" font-size=\"12\"><title>Rating by level</title>"
            print "<rect width=\"640\" height=\"400\" fill=\"white\"/>"
            for (r = low; r <= high; r += 500) {
                printf "<line x1=\"60\" y1=\"%.1f\" x2=\"520\" y2=\"%.1f\" stroke=\"#ddd\"/>", y(r), y(r)
                printf "<text x=\"54\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", y(r) + 4, r
            }
            for (i = 1; i <= 10; i++)
                printf "<text x=\"%d\" y=\"382\" text-anchor=\"middle\">%d</text>\n", 30 + 48 * i, i
            for (g = 1; g <= games; g++) {
                printf "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"", colour[g]
                for (i = 1; i <= count[order[g]]; i++)
                    printf "%d,%.1f ", 30 + 48 * i, y(value[order[g], i])
                print "\"/>"
                for (i = 1; i <= count[order[g]]; i++)
                    printf "<circle cx=\"%d\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", 30 + 48 * i,
                           y(value[order[g], i]), colour[g]
                printf "\n<text x=\"536\" y=\"%d\" fill=\"%s\">%s</text>\n", 40 + 18 * g, colour[g], order[g]
            }
            print "</svg>"
        }'
}

for game in ${*:-$all}; do
    echo "$game"
    play "$game"
done
write_page >docs/user/levels.md
write_chart >docs/img/levels.svg
