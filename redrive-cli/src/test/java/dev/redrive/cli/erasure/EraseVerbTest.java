package dev.redrive.cli.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.CliRun;
import dev.redrive.cli.ScriptedServer;
import dev.redrive.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EraseVerbTest {
    private static final String ERASE = "POST /dlq/erase";
    private static final String VALUE = "zoë@example.com";
    private static final String SUBJECT =
            "{\"value\":\"" + VALUE + "\",\"places\":[{\"payload\":\"$.customer.email\"}],\"mode\":\"delete\"";
    private static final String[] VERB = {"erase", "--payload", "$.customer.email"};

    @TempDir
    Path folder;

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static String report(long found, long held, long erased, String problems) {
        return "{\"matches\":[{\"id\":\"019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e\",\"channel\":\"a\",\"inStore\":true,"
                + "\"inArchive\":true,\"hold\":null}],\"found\":" + found + ",\"held\":" + held + ",\"erased\":"
                + erased + ",\"confirmation\":\"c\",\"problems\":[" + problems + "]}";
    }

    private static String nothing() {
        return "{\"matches\":[],\"found\":0,\"held\":0,\"erased\":0,\"confirmation\":\"d\",\"problems\":[]}";
    }

    private CliRun typing(String typed, String... more) {
        String[] arguments = new String[VERB.length + more.length];
        System.arraycopy(VERB, 0, arguments, 0, VERB.length);
        System.arraycopy(more, 0, arguments, VERB.length, more.length);
        return CliRun.onTerminal(server, typed, arguments);
    }

    @Test
    void letters_are_shown_erased_after_their_number_was_typed_and_searched_again() {
        server.on(ERASE, 200, report(2, 0, 0, ""))
                .on(ERASE, 200, report(2, 0, 2, ""))
                .on(ERASE, 200, nothing());

        CliRun ran = typing(VALUE + "\n2\n");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .containsPattern("019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e +a +store, archive")
                .contains("2 letters contain the value\n")
                .endsWith("2 letters erased\nsearched again: 0 letters contain the value\n");
        assertThat(ran.err())
                .contains("The value to look for:")
                .contains("Type 2 to delete 2 letters for good:")
                .doesNotContain(VALUE);
        assertThat(server.bodies(ERASE)).containsExactly(SUBJECT + "}", SUBJECT + ",\"confirm\":\"c\"}", SUBJECT + "}");
    }

    @Test
    void saved_views_that_quote_the_value_are_shown_and_deleted_too() {
        String views =
                "\"views\":[{\"name\":\"of ***\",\"owner\":\"jo\"},{\"name\":\"hers\",\"owner\":null}],\"confirmation\"";
        String found = nothing().replace("\"confirmation\"", views);
        server.on(ERASE, 200, found).on(ERASE, 200, found).on(ERASE, 200, nothing());

        CliRun ran = typing(VALUE + "\n0\n");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("the saved view \"of ***\" of jo quotes the value and will be deleted")
                .contains("the saved view \"hers\", which is shared, quotes the value")
                .contains("2 saved views deleted\nsearched again");
        assertThat(ran.err()).contains("Type 0 to delete 0 letters, and delete 2 saved views, for good:");
    }

    @Test
    void another_answer_than_the_number_erases_nothing() {
        server.on(ERASE, 200, report(2, 0, 0, ""));

        CliRun yes = typing(VALUE + "\ny\n");
        CliRun end = CliRun.run(server, Terminal.none(), VALUE + "\n", Map.of(), VERB);

        assertThat(yes.code()).isEqualTo(1);
        assertThat(yes.err()).contains("nothing was changed");
        assertThat(end.code()).isEqualTo(2);
        assertThat(server.bodies(ERASE)).containsOnly(SUBJECT + "}");
    }

    @Test
    void the_value_may_come_from_a_file_and_the_value_be_masked() throws IOException {
        Path file = Files.writeString(folder.resolve("subject.txt"), "\uFEFF" + VALUE + " \r\n\n");
        server.on(ERASE, 200, report(1, 0, 0, ""))
                .on(ERASE, 200, report(1, 0, 1, ""))
                .on(ERASE, 200, nothing());

        CliRun ran = CliRun.inScript(
                server, "erase", "--header", "x-user", "--key", "--redact", "--yes", "--value-file", file.toString());

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("1 letter redacted\n");
        assertThat(server.bodies(ERASE))
                .first()
                .isEqualTo("{\"value\":\"" + VALUE
                        + "\",\"places\":[{\"header\":\"x-user\"},{\"key\":true}],\"mode\":\"redact\"}");
    }

    @Test
    void an_erasure_that_takes_long_is_followed_to_its_report() {
        server.on(ERASE, 202, "{\"running\":true}", Map.of("Location", "/dlq/erase/t1"))
                .on(ERASE, 200, report(1, 0, 1, ""))
                .on(ERASE, 200, nothing());
        server.on("GET /dlq/erase/t1", 200, "{\"running\":true,\"looked\":12000}")
                .on("GET /dlq/erase/t1", 200, report(1, 0, 0, ""));

        CliRun ran = typing(VALUE + "\n", "--yes");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("12\u202f000 letters looked at");
        assertThat(ran.out()).contains("1 letter contains the value\n1 letter erased\n");
    }

    @Test
    void held_letters_stay_and_are_a_failure() {
        server.on(ERASE, 200, report(1, 1, 0, ""));

        CliRun ran = typing(VALUE + "\n", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("1 letter contains the value; 1 of them cannot be erased");
        assertThat(ran.err()).contains("nothing was erased: lift the holds first");
    }

    @Test
    void when_the_letters_changed_meanwhile_nothing_is_erased() {
        server.on(ERASE, 200, report(1, 0, 0, ""))
                .on(ERASE, 409, "{\"detail\":\"other letters contain the value now\",\"found\":3}");

        CliRun ran = typing(VALUE + "\n", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("other letters contain the value now; nothing was erased")
                .contains("run it again");
    }

    @Test
    void what_could_not_be_searched_is_a_failure() {
        server.on(ERASE, 200, report(1, 0, 0, ""))
                .on(ERASE, 200, report(1, 0, 1, ""))
                .on(ERASE, 200, report(0, 0, 0, "\"dlq/x is damaged\""));

        CliRun ran = typing(VALUE + "\n", "--yes", "--json");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("\"erased\"", "\"left\"");
    }

    @Test
    void a_dry_run_only_searches() {
        server.on(ERASE, 200, report(2, 0, 0, ""));

        CliRun ran = typing(VALUE + "\n", "--dry-run");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).endsWith("2 letters contain the value\n");
        assertThat(server.bodies(ERASE)).containsExactly(SUBJECT + "}");
    }

    @Test
    void a_place_and_a_value_are_needed_and_the_value_is_no_option() {
        assertThat(CliRun.inScript(server, "erase").code()).isEqualTo(2);
        assertThat(CliRun.onTerminal(server, "\n", "erase", "--key").code()).isEqualTo(2);
        assertThat(CliRun.inScript(server, "erase", "--key", "--value", VALUE).code())
                .isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }
}
