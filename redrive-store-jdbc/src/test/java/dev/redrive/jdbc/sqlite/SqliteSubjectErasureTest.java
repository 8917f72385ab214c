package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Erasure;
import dev.redrive.Redrive;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.erasure.ErasureMode;
import dev.redrive.erasure.ErasureReport;
import dev.redrive.erasure.ErasureSubject;
import dev.redrive.erasure.ErasureSubject.Place;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an erasure leaves in the tables of a database: nothing. */
class SqliteSubjectErasureTest {
    private static final String MAIL = "anna@example.org";
    private static final ErasureSubject SUBJECT =
            new ErasureSubject(MAIL, List.of(new Place.InPayload(JsonPath.of("$.email")), new Place.InKey()));

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    private Path file() {
        return folder.resolve("letters.db");
    }

    /** The value wherever a letter can quote it. */
    private LetterId quotingLetter(DeadLetterStore store) {
        Failure failure = LetterBuilder.failure("com.acme.Bad", "no account for " + MAIL, Category.VALIDATION);
        Message message = Message.of("{\"email\":\"" + MAIL + "\"}")
                .with(new Headers(List.of(Header.of("note", "for " + MAIL))))
                .with(OriginalEvent.of("event-" + MAIL, "order.placed"))
                .withSubscriber("of " + MAIL)
                .withKey(MAIL);
        LetterId id = store.capture(List.of(new LetterBuilder(ids)
                        .message(message)
                        .failedWith(failure)
                        .tagged("of " + MAIL)
                        .build()))
                .get(0)
                .id();
        Lease lease =
                ClaimedLetters.leased(store, id, "w", Duration.ofMinutes(1)).lease();
        Settlement.Outcome failed = new Settlement.SetAside(failure, LetterBuilder.fingerprint(failure));
        store.settle(List.of(new Settlement(lease, Duration.ofMillis(1), "exponential", failed)));
        store.edit(
                id,
                0,
                Edit.payload(Payload.of("{\"email\":\"" + MAIL + "\",\"edited\":1}"), "bob")
                        .noted("for " + MAIL));
        store.move(id, ManualMove.archive("bob", "closed for " + MAIL));
        return id;
    }

    /** The tables that have the value in a column. */
    private List<String> tablesWithValue() throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            for (String table : tables(statement)) if (hasValue(statement, table)) found.add(table);
        }
        return found;
    }

    private static List<String> tables(Statement statement) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
            while (rows.next()) tables.add(rows.getString(1));
        }
        return tables;
    }

    private static boolean hasValue(Statement statement, String table) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM \"" + table + "\"")) {
            while (rows.next())
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    byte[] bytes = rows.getBytes(column);
                    if (bytes != null && new String(bytes, StandardCharsets.ISO_8859_1).contains(MAIL)) return true;
                }
        }
        return false;
    }

    @ParameterizedTest
    @EnumSource(ErasureMode.class)
    void no_table_has_the_value_afterwards(ErasureMode mode) throws SQLException {
        DeadLetterStore store = new SqliteDeadLetterStore(file(), clock);
        try (Redrive redrive = Redrive.on(store).open()) {
            LetterId id = quotingLetter(store);
            Erasure erasure = redrive.erasure();
            List<String> before = tablesWithValue();

            ErasureReport report =
                    erasure.erase(SUBJECT, mode, erasure.search(SUBJECT).confirmation(), "ann");

            assertThat(before).contains("dlq_letter", "dlq_edit", "dlq_tag", "dlq_settled", "dlq_attempt");
            assertThat(report.erased()).isEqualTo(1);
            assertThat(report.problems()).isEmpty();
            assertThat(tablesWithValue()).isEmpty();
            assertThat(erasure.search(SUBJECT).found()).isZero();
            assertThat(store.find(id).isPresent()).isEqualTo(mode == ErasureMode.REDACT);
            if (mode == ErasureMode.REDACT) assertThat(store.versions(id)).hasSize(2);
        }
    }
}
