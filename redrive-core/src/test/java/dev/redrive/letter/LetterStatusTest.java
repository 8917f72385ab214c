package dev.redrive.letter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LetterStatusTest {
    /** Written by hand: a table made by the code would agree with any code. */
    private static final String TABLE = """
        move        PENDING   RETRYING  REPLAYED  RESOLVED  FAILED    MANUAL    ARCHIVED
        CLAIM       RETRYING  -         -         -         RETRYING  RETRYING  -
        SUCCEED     -         RESOLVED  -         -         -         -         -
        SEND        -         REPLAYED  -         -         -         -         -
        RETRY       -         PENDING   -         -         -         -         -
        GIVE_UP     -         FAILED    FAILED    FAILED    -         -         -
        SET_ASIDE   -         MANUAL    MANUAL    MANUAL    -         -         -
        RELEASE     -         PENDING   -         -         -         -         -
        LOSE_LEASE  -         PENDING   -         -         -         -         -
        RESET       PENDING   -         PENDING   -         PENDING   PENDING   -
        REQUEUE     PENDING   -         -         -         PENDING   PENDING   -
        ARCHIVE     ARCHIVED  -         ARCHIVED  ARCHIVED  ARCHIVED  ARCHIVED  -
        DISCARD     ARCHIVED  -         ARCHIVED  -         ARCHIVED  ARCHIVED  -
        RESTORE     -         -         -         -         -         -         MANUAL
        CONFIRM     -         -         RESOLVED  -         -         -         -
        COME_BACK   -         PENDING   PENDING   PENDING   -         -         -
        """;

    @Test
    void every_status_allows_exactly_the_moves_of_the_table() {
        Map<String, String> expected = table();

        Map<String, String> actual = new LinkedHashMap<>();
        for (Move move : Move.values()) {
            for (LetterStatus from : LetterStatus.values())
                actual.put(from + " " + move, from.after(move).map(Enum::name).orElse("-"));
        }

        assertThat(actual).isEqualTo(expected);
    }

    /** Written by hand, too. */
    @ParameterizedTest
    @CsvSource({
        "PENDING,  PENDING",
        "RETRYING, MANUAL",
        "REPLAYED, REPLAYED",
        "RESOLVED, RESOLVED",
        "FAILED,   FAILED",
        "MANUAL,   MANUAL",
        "ARCHIVED, MANUAL",
        ",         MANUAL"
    })
    void a_restored_letter_stands_where_it_stood(@Nullable LetterStatus former, LetterStatus expected) {
        assertThat(LetterStatus.restored(former)).isEqualTo(expected);
    }

    private static Map<String, String> table() {
        List<String[]> rows = TABLE.lines().map(line -> line.trim().split(" +")).toList();
        String[] head = rows.get(0);
        Map<String, String> cells = new LinkedHashMap<>();
        for (String[] row : rows.subList(1, rows.size())) {
            for (int i = 1; i < head.length; i++) cells.put(head[i] + " " + row[0], row[i]);
        }
        return cells;
    }

    @ParameterizedTest
    @CsvSource({
        "pending, PENDING",
        "dlq_pending, PENDING",
        "retrying, RETRYING",
        "reprocessing, RETRYING",
        "dlq_processing, RETRYING",
        "replayed, REPLAYED",
        "SUCCESS, RESOLVED",
        "success, RESOLVED",
        "resolved, RESOLVED",
        "dlq_resolved, RESOLVED",
        "DEAD, FAILED",
        "failed, FAILED",
        "dlq_failed, FAILED",
        "manual, MANUAL",
        "DLQ_MANUAL, MANUAL",
        "discarded, ARCHIVED",
        "archived, ARCHIVED",
        "dlq_archived, ARCHIVED"
    })
    void the_words_of_other_queues_are_understood(String word, LetterStatus expected) {
        LetterStatus read = LetterStatus.of(word);

        assertThat(read).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "closed", "PENDING ", "dlq_"})
    void other_words_are_refused(String word) {
        assertThatThrownBy(() -> LetterStatus.of(word)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void only_resolved_and_archived_letters_are_closed() {
        List<LetterStatus> closed = Arrays.stream(LetterStatus.values())
                .filter(status -> !status.isOpen())
                .toList();

        assertThat(closed).containsExactly(LetterStatus.RESOLVED, LetterStatus.ARCHIVED);
    }

    /** Stores keep the place in this list, so a place must never change. */
    @Test
    void the_order_of_declaration_is_the_stored_one() {
        List<String> names =
                Arrays.stream(LetterStatus.values()).map(Enum::name).toList();

        assertThat(names)
                .containsExactly("PENDING", "RETRYING", "REPLAYED", "RESOLVED", "FAILED", "MANUAL", "ARCHIVED");
    }
}
