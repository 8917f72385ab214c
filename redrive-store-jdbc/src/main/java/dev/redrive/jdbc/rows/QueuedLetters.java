package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The letters that a PostgreSQL transaction puts into the queue: {@code ClaimPositions} needs to know them. */
public record QueuedLetters(List<StateRow> ready, List<StateRow> waiting) {
    public QueuedLetters() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    public static QueuedLetters of(Sql sql) {
        return sql.attachment(QueuedLetters.class, QueuedLetters::new);
    }

    public void addReady(Collection<StateRow> letters) {
        ready.addAll(letters);
    }

    public void addWaiting(Collection<StateRow> letters) {
        waiting.addAll(letters);
    }
}
