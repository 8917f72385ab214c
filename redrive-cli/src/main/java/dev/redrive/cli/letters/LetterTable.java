package dev.redrive.cli.letters;

import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Letters, one per line. On a narrow terminal ids are cut to what tells them apart; every verb takes such a beginning. */
public final class LetterTable {
    private static final int WIDE_ENOUGH = 130;

    private final Session session;
    private int idLength;
    private @Nullable Table table;

    LetterTable(Session session) {
        this.session = session;
    }

    /** Prints these letters below those that were printed before. */
    void print(List<Value> letters) {
        if (letters.isEmpty()) return;
        if (session.isIds()) {
            letters.forEach(letter -> session.console().line(id(letter)));
            return;
        }
        if (table == null) {
            table = session.isWide() ? wide() : narrow();
            boolean isNarrow = !session.isWide() && session.width() < WIDE_ENOUGH;
            idLength = isNarrow
                    ? Ids.shortest(letters.stream().map(LetterTable::id).toList())
                    : 36;
        }
        Instant now = session.now();
        for (Value letter : letters) {
            if (session.isWide()) {
                wideRow(table, letter, now);
            } else {
                row(table, letter, now);
            }
        }
        session.print(table);
    }

    private static Table narrow() {
        return new Table(
                Column.of("ID"),
                Column.of("STATUS"),
                Column.of("CHANNEL").cutTo(8),
                Column.of("ERROR").cutTo(16),
                Column.number("AGE"),
                Column.number("RETRIES").below(1),
                Column.of("NEXT").below(2));
    }

    private void row(Table rows, Value letter, Instant now) {
        rows.row(
                Cell.of(Ids.cut(id(letter), idLength)),
                Cell.word(letter.at("status").text("")),
                Cell.of(letter.at("channel").text("")),
                Cell.of(errors(letter)),
                Cell.of(TimeText.age(letter.at("createdAt").text(""), now)),
                Cell.of(tries(letter)),
                Cell.dim(next(letter, now)));
    }

    private static Table wide() {
        return new Table(
                Column.of("ID"),
                Column.of("STATUS"),
                Column.of("CHANNEL"),
                Column.of("KEY"),
                Column.of("PRIORITY"),
                Column.of("CATEGORY"),
                Column.of("CAUSE"),
                Column.number("RETRIES"),
                Column.of("CAPTURED"),
                Column.of("NEXT"),
                Column.of("TAGS"),
                Column.of("ERROR TYPE"),
                Column.of("MESSAGE"),
                Column.of("LAST CAUSE"),
                Column.of("LAST ERROR"));
    }

    private static void wideRow(Table rows, Value letter, Instant now) {
        rows.row(
                Cell.of(id(letter)),
                Cell.word(letter.at("status").text("")),
                Cell.of(letter.at("channel").text("")),
                Cell.of(letter.at("origin").at("key").text("-")),
                Cell.of(letter.at("priority").text("")),
                Cell.of(letter.at("error").at("category").text("")),
                Cell.of(Ids.cut(letter.at("causeId").text(""), 8)),
                Cell.of(tries(letter)),
                Cell.of(letter.at("createdAt").text("")),
                Cell.dim(next(letter, now)),
                Cell.of(tags(letter)),
                Cell.of(letter.at("error").at("type").text("")),
                Cell.of(letter.at("error").at("message").text("")),
                Cell.of(Ids.cut(letter.at("lastCauseId").text(""), 8)),
                Cell.of(error(letter.at("lastError"))));
    }

    private static String id(Value letter) {
        return letter.at("id").text("");
    }

    /** Such as {@code ConnectException: Connection refused}. */
    public static String error(Value error) {
        String type = error.at("type").text("");
        String shortType = shortType(type);
        String message = error.at("message").text("");
        if (shortType.isEmpty()) return message;
        return message.isEmpty() ? shortType : shortType + ": " + message;
    }

    /** The name of a type without its package. */
    public static String shortType(String type) {
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    }

    /** What made it and, when that is of another cause, what it fails with now. */
    private static String errors(Value letter) {
        String first = error(letter.at("error"));
        String lastCause = letter.at("lastCauseId").text("");
        if (lastCause.isEmpty() || lastCause.equals(letter.at("causeId").text(""))) return first;
        return first + "; now " + error(letter.at("lastError"));
    }

    public static String tries(Value letter) {
        return letter.at("retryCount").text("0") + "/" + letter.at("maxRetries").text("?");
    }

    private static String next(Value letter, Instant now) {
        if (!letter.at("noTarget").isNothing()) return "no target";
        if (!letter.at("blockedBy").isNothing()) return "blocked";
        Optional<String> next = letter.at("nextRetryAt").text();
        if (next.isPresent() && !letter.at("noTarget").isNothing()) return "no target";
        return next.map(time -> ahead(time, now)).orElse("-");
    }

    /** When a retry is to come, and that it is due once its time has come. */
    static String ahead(String time, Instant now) {
        String words = TimeText.relative(time, now);
        return words.equals("now") || words.endsWith("ago") ? "due" : words;
    }

    static String tags(Value letter) {
        List<Value> tags = letter.at("tags").items();
        return tags.isEmpty() ? "-" : tags.stream().map(tag -> tag.text("")).collect(Collectors.joining(","));
    }
}
