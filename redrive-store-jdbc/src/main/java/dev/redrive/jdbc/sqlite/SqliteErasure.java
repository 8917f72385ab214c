package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Payload;
import dev.redrive.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What is left to do after values were deleted, so that none of them is in the store's files. The log still has them until it
 * is emptied. And when SQLite splits a page of an index, it leaves copies of entries behind, which it does not find again when
 * they are deleted: if such a copy of a message key is there, or so many were deleted that nobody looks for them, the indexes of
 * keys are written anew.
 */
final class SqliteErasure {
    private static final int CHUNK = 1 << 20;
    /** Shorter ones are found everywhere. */
    private static final int SHORTEST_KEY = 6;

    private static final List<String> WRITE_INDEXES_ANEW = List.of(
            "REINDEX dlq_letter_key_idx",
            "CREATE TEMP TABLE sequences AS SELECT channel, key, id, holder FROM dlq_sequence",
            "DELETE FROM dlq_sequence",
            """
            INSERT INTO dlq_sequence (channel, key, id, holder)
            SELECT channel, key, id, holder FROM temp.sequences ORDER BY channel, key, id""",
            "DROP TABLE temp.sequences");

    private final SqliteFile file;
    private final ErasedKeys keys = new ErasedKeys();
    private volatile boolean inLog;

    SqliteErasure(SqliteFile file) {
        this.file = file;
    }

    /** In the transaction that deletes what a letter had before. */
    void deleting(FoundLetter letter) {
        Payload key = letter.letter().message().origin().key();
        if (key != null && key.size() >= SHORTEST_KEY) keys.add(key);
        inLog = true;
    }

    void finish() {
        if (!inLog) return;
        emptyLog();
        if (inLog) return;
        Optional<List<Payload>> erased = file.exclusively(writer -> keys.take());
        try {
            if (erased.isPresent() && !isInFile(unused(erased.get()))) return;
            file.write(writer -> writer.erasing(SqliteErasure::writeIndexesAnew));
        } catch (StoreException e) {
            keys.forget();
            inLog = true;
            throw e;
        }
        emptyLog();
    }

    /** What is deleted meanwhile waits, and is in the log afterwards. */
    private void emptyLog() {
        var unused = file.exclusively(writer -> inLog = !SqliteSpace.emptyLog(writer.sql()));
    }

    private List<Payload> unused(List<Payload> erased) {
        return erased.stream().filter(key -> !isUsed(key)).toList();
    }

    private boolean isUsed(Payload key) {
        return file.read(sql -> sql.first(
                        "SELECT 1 FROM dlq_letter WHERE message_key = ? LIMIT 1",
                        in -> in.bytes(key.bytes()),
                        Columns::number)
                .isPresent());
    }

    /** Beside writers and readers: no copy that is left behind moves. */
    private boolean isInFile(List<Payload> erased) {
        if (erased.isEmpty()) return false;
        List<String> wanted = erased.stream()
                .map(key -> new String(key.bytes(), StandardCharsets.ISO_8859_1))
                .toList();
        int longest = wanted.stream().mapToInt(String::length).max().orElse(0);
        Path path = file.path();
        try (InputStream in = Files.newInputStream(path)) {
            String end = "";
            for (byte[] chunk = in.readNBytes(CHUNK); chunk.length > 0; chunk = in.readNBytes(CHUNK)) {
                String text = end + new String(chunk, StandardCharsets.ISO_8859_1);
                if (wanted.stream().anyMatch(text::contains)) return true;
                end = text.substring(Math.max(0, text.length() - longest));
            }
            return false;
        } catch (IOException e) {
            throw new StoreException("cannot look for erased keys in " + path + ": " + e.getMessage(), e);
        }
    }

    /** Sorted, so that no page of them is split. */
    private static int writeIndexesAnew(Sql sql) throws SQLException {
        for (String statement : WRITE_INDEXES_ANEW) sql.update(statement, in -> {});
        return WRITE_INDEXES_ANEW.size();
    }
}
