package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Priority;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.questions.Version;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Edits letters, and keeps each version in {@code dlq_edit}. */
public final class LetterEdits {
    private static final String UPDATE_LETTER = """
            UPDATE dlq_letter SET payload = ?, payload_form = ?, payload_size = ?, headers = ?, priority = ?, tags = ?,
                edit_version = ?, completeness = ?, sealed = ?, attributes = ?
            WHERE id = ? AND edit_version = ?""";

    private final LetterTables tables;
    private final Sql sql;
    private final Instant now;

    LetterEdits(LetterTables tables, Instant now) {
        this.tables = tables;
        this.sql = tables.sql();
        this.now = now;
    }

    /** Empty when another transaction was faster. */
    public Optional<EditResult> edit(FoundLetter found, int expectedVersion, Edit edit) throws SQLException {
        StateRow state = found.state();
        LetterRow letter = found.letter();
        if (state.status() == LetterStatus.RETRYING || !state.status().isOpen())
            return Optional.of(new EditResult.NotAllowed(state.status()));
        if (letter.version() != expectedVersion) return Optional.of(new EditResult.Outdated(letter.version()));
        if (!tables.states().remove(state)) return Optional.empty();
        if (letter.version() == 0) {
            Instant created = new LetterId(letter.id()).createdAt();
            insertVersion(letter, 0, created, null, null, letter.priority(), letter.tags());
        }
        Priority priority = edit.priority() == null ? letter.priority() : edit.priority();
        List<String> tags = edit.tags() == null ? letter.tags() : List.copyOf(edit.tags());
        LetterRow edited = edited(letter, edit);
        int version = expectedVersion + 1;
        insertVersion(edited, version, now, edit.by(), edit.notes(), priority, tags);
        AttributeTable.forget(sql, letter.id());
        List<AttributeRow> attributes = AttributeTable.kept(sql).rows(letter.id(), edited.message());
        updateLetter(edited, priority, tags, attributes, expectedVersion);
        CaptureTables.replaceTags(sql, letter.id(), tags);
        AttributeTable.insert(sql, attributes);
        StateRow after = state.edited(priority, now);
        boolean incomplete =
                state.status() == LetterStatus.PENDING && !edited.message().isWhole();
        tables.states().insert(incomplete ? after.settled(LetterStatus.MANUAL, now, null) : after);
        if (incomplete) tables.deltas().move(found.kind(), LetterStatus.PENDING, LetterStatus.MANUAL);
        return Optional.of(new EditResult.As(version));
    }

    private static LetterRow edited(LetterRow letter, Edit edit) {
        return new LetterRow(
                letter.id(),
                letter.channel(),
                edit.in(letter.message()),
                letter.failure(),
                letter.traceId(),
                letter.traceMessages(),
                letter.cause(),
                letter.lastFailure(),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.captureKey(),
                letter.firstFailedAt(),
                letter.version());
    }

    private void updateLetter(
            LetterRow letter, Priority priority, List<String> tags, List<AttributeRow> attributes, int expectedVersion)
            throws SQLException {
        ColumnCodec.Packed payload = ColumnCodec.pack(letter.message().payload());
        sql.update(UPDATE_LETTER, out -> {
            out.bytes(payload.bytes);
            out.int2(payload.form);
            out.int4(payload.size);
            out.bytes(ColumnCodec.headers(letter.message().headers()));
            out.int2(priority.ordinal());
            out.text(ColumnCodec.tags(tags));
            out.int4(expectedVersion + 1);
            out.int2(letter.message().completeness().ordinal());
            out.bytes(LetterRow.sealed(letter.message()));
            out.bytes(AttributeRow.pack(attributes));
            out.id(letter.id());
            out.int4(expectedVersion);
        });
    }

    private void insertVersion(
            LetterRow letter,
            int number,
            Instant time,
            @Nullable String by,
            @Nullable String notes,
            Priority priority,
            List<String> tags)
            throws SQLException {
        Message message = letter.message();
        VersionTable.insert(
                sql,
                letter.id(),
                new Version(
                        number,
                        time,
                        by,
                        notes,
                        message.payload(),
                        message.headers(),
                        message.completeness(),
                        priority,
                        tags));
    }
}
