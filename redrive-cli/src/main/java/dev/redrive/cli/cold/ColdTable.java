package dev.redrive.cli.cold;

import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.letters.LetterTable;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.util.List;

/** Letters of the archive, one per line, in parts that are printed one below the other. */
final class ColdTable {
    private static final int WIDE_ENOUGH = 130;
    private static final int WHOLE_ID = 36;
    /** Enough to tell a few letters apart, and every verb takes it. */
    private static final int PART_OF_ID = 18;

    private final Session session;
    private final Table table;

    ColdTable(Session session) {
        this.session = session;
        this.table = session.isWide() ? wide() : narrow();
    }

    void print(List<Value> letters) {
        if (letters.isEmpty()) return;
        if (session.isIds()) {
            letters.forEach(letter -> session.console().line(id(letter)));
            return;
        }
        for (Value letter : letters) {
            if (session.isWide()) wideRow(letter);
            else row(letter);
        }
        session.print(table);
    }

    private static Table narrow() {
        return new Table(
                Column.of("ID"),
                Column.of("STATUS"),
                Column.of("CHANNEL").cutTo(8),
                Column.of("ERROR").cutTo(12),
                Column.number("AGE"),
                Column.of("NOW IN").below(1));
    }

    private void row(Value letter) {
        int idLength = session.width() < WIDE_ENOUGH ? PART_OF_ID : WHOLE_ID;
        table.row(
                Cell.of(Ids.cut(id(letter), idLength)),
                Cell.word(letter.at("status").text("")),
                Cell.of(letter.at("channel").text("")),
                Cell.of(LetterTable.error(letter.at("error"))),
                Cell.of(TimeText.age(letter.at("createdAt").text(""), session.now())),
                Cell.dim(place(letter)));
    }

    private static Table wide() {
        return new Table(
                Column.of("ID"),
                Column.of("STATUS"),
                Column.of("CHANNEL"),
                Column.of("KEY"),
                Column.of("CAUSE"),
                Column.of("CAPTURED"),
                Column.of("CHANGED"),
                Column.of("ERROR TYPE"),
                Column.of("MESSAGE"),
                Column.of("NOW IN"),
                Column.of("OBJECT"));
    }

    private void wideRow(Value letter) {
        table.row(
                Cell.of(id(letter)),
                Cell.word(letter.at("status").text("")),
                Cell.of(letter.at("channel").text("")),
                Cell.of(letter.at("origin").at("key").text("-")),
                Cell.of(Ids.cut(letter.at("causeId").text(""), 8)),
                Cell.of(letter.at("createdAt").text("")),
                Cell.of(letter.at("updatedAt").text("")),
                Cell.of(letter.at("error").at("type").text("")),
                Cell.of(letter.at("error").at("message").text("")),
                Cell.dim(place(letter)),
                Cell.of(letter.at("cold").at("object").text("")));
    }

    /** A restored letter is in the store as well. */
    private static String place(Value letter) {
        return letter.at("cold").at("inStore").isTrue() ? "archive, store" : "archive";
    }

    private static String id(Value letter) {
        return letter.at("id").text("");
    }
}
