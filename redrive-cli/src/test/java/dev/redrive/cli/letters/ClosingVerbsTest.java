package dev.redrive.cli.letters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.CliRun;
import dev.redrive.cli.ScriptedServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClosingVerbsTest {
    private static final String ARCHIVE = "POST /dlq/bulk/archive";
    private static final String DELETE = "DELETE /dlq/bulk/archived";
    private static final String DONE = "{\"matched\":7,\"archived\":7,\"skipped\":0,\"notFound\":0}";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static String plan(long matched, boolean isLowerBound) {
        return "{\"matched\":" + matched + ",\"matchedIsLowerBound\":" + isLowerBound
                + ",\"archived\":0,\"deleted\":0,\"skipped\":0,\"notFound\":0}";
    }

    @Test
    void the_confirmation_shows_the_count() {
        server.on(ARCHIVE, 200, plan(12_000, false)).on(ARCHIVE, 200, DONE);

        CliRun ran = CliRun.onTerminal(server, "y\n", "archive", "--channel", "a");

        assertThat(ran.err()).contains("Archive 12\u202f000 letters?");
        assertThat(ran.out()).isEqualTo("7 letters are closed\n");
    }

    @Test
    void the_question_says_when_there_may_be_more_than_were_counted() {
        server.on(ARCHIVE, 200, plan(10_000, true));

        CliRun refused = CliRun.onTerminal(server, "n\n", "discard", "--tag", "a");
        CliRun planned = CliRun.inScript(server, "discard", "--tag", "a", "--dry-run");

        assertThat(refused.err()).contains("Discard at least 10\u202f000 letters?");
        assertThat(planned.out()).isEqualTo("at least 10\u202f000 letters would be closed\n");
    }

    @Test
    void a_count_that_found_nothing_in_its_time_does_not_mean_that_there_is_nothing() {
        server.on(ARCHIVE, 200, plan(0, true)).on(ARCHIVE, 200, DONE);

        CliRun ran = CliRun.onTerminal(server, "y\n", "archive", "-q", "needle");

        assertThat(ran.err()).contains("Archive an unknown number of letters?");
        assertThat(ran.out()).isEqualTo("7 letters are closed\n");
    }

    @Test
    void one_letter_that_may_be_many_needs_a_confirmation() {
        server.on(ARCHIVE, 200, plan(1, true));

        CliRun ran = CliRun.onTerminal(server, "n\n", "archive", "-q", "needle");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("Archive at least 1 letter?");
        assertThat(server.calls()).containsExactly(ARCHIVE);
    }

    @Test
    void without_letters_no_confirmation_is_needed() {
        server.on(ARCHIVE, 200, plan(0, false)).on(DELETE, 200, plan(0, false));

        CliRun archived = CliRun.onTerminal(server, "", "archive", "--channel", "a");
        CliRun deleted = CliRun.onTerminal(server, "", "delete", "--archived-before", "30d");

        assertThat(archived.err()).contains("nothing was changed");
        assertThat(deleted.err()).contains("nothing was changed");
        assertThat(server.calls()).containsExactly(ARCHIVE, DELETE + "?olderThan=30d&dryRun=true");
    }

    @Test
    void the_confirmation_of_a_deletion_shows_the_number_of_letters_that_are_old_enough() {
        server.on(DELETE, 200, plan(40, false)).on(DELETE, 200, "{\"deleted\":40}");

        CliRun ran = CliRun.onTerminal(server, "y\n", "delete", "--archived-before", "30d");

        assertThat(ran.err()).contains("Delete 40 letters for good, archived 30d ago or earlier?");
        assertThat(ran.out()).isEqualTo("40 letters are deleted\n");
        assertThat(server.calls()).containsExactly(DELETE + "?olderThan=30d&dryRun=true", DELETE + "?olderThan=30d");
    }

    @Test
    void a_deletion_that_may_be_larger_says_so() {
        server.on(DELETE, 200, plan(9_000, true)).on(DELETE, 200, plan(0, true));

        CliRun many = CliRun.onTerminal(server, "n\n", "delete", "--archived-before", "30d");
        CliRun unknown = CliRun.onTerminal(server, "n\n", "delete", "--archived-before", "30d");

        assertThat(many.err()).contains("Delete at least 9\u202f000 letters for good,");
        assertThat(unknown.err()).contains("Delete an unknown number of letters for good,");
    }

    @Test
    void nothing_is_counted_without_a_question() {
        server.on(DELETE, 200, "{\"deleted\":40}");

        CliRun ran = CliRun.inScript(server, "delete", "--archived-before", "30d", "--yes");

        assertThat(ran.out()).isEqualTo("40 letters are deleted\n");
        assertThat(server.calls()).containsExactly(DELETE + "?olderThan=30d");
    }
}
