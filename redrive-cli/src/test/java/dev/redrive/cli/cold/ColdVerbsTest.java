package dev.redrive.cli.cold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.CliRun;
import dev.redrive.cli.ScriptedServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ColdVerbsTest {
    private static final String LIST = "GET /dlq/cold";
    private static final String RESTORE = "POST /dlq/cold/restore";
    private static final String ID = "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e";
    private static final String OTHER = "019a86f2-3c1e-7a41-9d52-6f1c2b3a4d5e";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static String letter(String id, boolean isInStore) {
        return "{\"id\":\"" + id
                + "\",\"status\":\"RESOLVED\",\"channel\":\"a\",\"createdAt\":\"2026-01-01T00:00:00Z\","
                + "\"error\":{\"type\":\"x.Late\",\"message\":\"too late\"},"
                + "\"cold\":{\"object\":\"dlq/2026/01/01/00/Late/1.ndjson.zst\",\"inStore\":" + isInStore + "}}";
    }

    private static String page(String items, String next, String problems) {
        return "{\"items\":[" + items + "],\"nextCursor\":" + next + ",\"objects\":10,\"bytesRead\":2048,"
                + "\"lookedBackTo\":\"2026-01-01T00:00:00Z\",\"problems\":[" + problems + "]}";
    }

    // List

    @Test
    void a_search_goes_on_while_it_has_not_found_enough() {
        server.on(LIST, 200, page(letter(ID, false), "\"c1\"", ""))
                .on(LIST, 200, page("", "\"c2\"", "\"dlq/x is damaged\""))
                .on(LIST, 200, page(letter(OTHER, true), "\"c3\"", ""));

        CliRun ran = CliRun.inScript(server, "cold", "list", "--channel", "a", "--limit", "2");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .containsPattern(ID + " +RESOLVED +a +Late: too late +\\S+ +archive\n")
                .containsPattern(OTHER + " .* archive, store\n");
        assertThat(ran.err()).isEqualTo("redrive: left out: dlq/x is damaged\n");
        assertThat(server.calls())
                .containsExactly(
                        LIST + "?channel=a&limit=2",
                        LIST + "?channel=a&limit=1&cursor=c1",
                        LIST + "?channel=a&limit=1&cursor=c2");
    }

    @Test
    void a_terminal_shows_how_far_back_the_search_looked_and_what_it_read() {
        server.on(LIST, 200, page("", "\"c1\"", "")).on(LIST, 200, page(letter(ID, false), "\"c2\"", ""));

        CliRun ran = CliRun.onTerminal(server, "", "cold", "list", "--limit", "1");

        assertThat(ran.err()).contains("0 letters; looked back to 2026-01-01T00:00:00Z in 10 objects, 2.0 KB read");
        assertThat(ran.out())
                .contains("1 letter; looked back to 2026-01-01T00:00:00Z in 20 objects, 4.0 KB read; more of them");
    }

    @Test
    void pages_are_one_document_for_machines() {
        server.on(LIST, 200, page(letter(ID, false), "\"c1\"", "\"p\"")).on(LIST, 200, page("", "null", ""));

        CliRun ran = CliRun.inScript(server, "cold", "list", "--json");

        assertThat(ran.out())
                .isEqualTo("{\"items\":[\n" + letter(ID, false) + "],\"objects\":20,\"bytesRead\":4096,"
                        + "\"lookedBackTo\":\"2026-01-01T00:00:00Z\",\"problems\":[\"p\"]}\n");
    }

    @Test
    void a_search_without_a_result_says_so() {
        server.on(LIST, 200, page("", "null", ""));

        CliRun ran = CliRun.inScript(server, "cold", "list", "--key", "k");
        CliRun json = CliRun.inScript(server, "cold", "list", "--key", "k", "--json");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).isEqualTo("no letter in the archive is like that\n");
        assertThat(json.out()).startsWith("{\"items\":[],");
    }

    @Test
    void without_an_archive_the_sentence_of_the_server_is_shown() {
        server.on(LIST, 409, "{\"detail\":\"there is no archive; set redrive.archive\"}");

        CliRun ran = CliRun.inScript(server, "cold", "list");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("redrive: there is no archive; set redrive.archive\n");
    }

    // Show

    @Test
    void a_letter_of_the_archive_is_found_by_the_beginning_of_its_id_and_says_where_it_is() {
        server.on(LIST, 200, page("", "\"c1\"", "")).on(LIST, 200, page(letter(ID, true), "null", ""));
        server.on(LIST + "/" + ID, 200, letter(ID, true));

        CliRun ran = CliRun.inScript(server, "cold", "show", "019a86f2-3c1e-7a40");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("Archive       dlq/2026/01/01/00/Late/1.ndjson.zst; the store has it too: redrive show");
        assertThat(server.calls()).last().isEqualTo(LIST + "/" + ID);
    }

    // Restore

    private static String restored(long restored, long known, String missing, String next) {
        return "{\"dryRun\":false,\"restored\":" + restored + ",\"known\":" + known + ",\"missing\":[" + missing
                + "],\"nextCursor\":" + next + ",\"bytesRead\":1024,\"problems\":[]}";
    }

    private static String counted(long matching, long known, String next) {
        return "{\"dryRun\":true,\"matching\":" + matching + ",\"known\":" + known + ",\"nextCursor\":" + next
                + ",\"bytesRead\":1024,\"problems\":[]}";
    }

    @Test
    void all_letters_of_a_filter_are_counted_and_then_restored_page_by_page() {
        server.on(RESTORE, 200, counted(500, 0, "\"c1\""))
                .on(RESTORE, 200, counted(200, 3, "null"))
                .on(RESTORE, 200, restored(500, 0, "", "\"r1\""))
                .on(RESTORE, 200, restored(197, 3, "", "null"));

        CliRun ran = CliRun.onTerminal(server, "y\n", "cold", "restore", "--error-type", "x.Late");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err())
                .contains("Restore 697 letters from the archive, and leave 3 that are in the store already? [y/N]");
        assertThat(ran.out()).isEqualTo("697 letters restored as MANUAL, 3 in the store already\n");
        assertThat(server.bodies(RESTORE))
                .containsExactly(
                        "{\"filterCriteria\":{\"errorType\":\"x.Late\"},\"limit\":500,\"dryRun\":true}",
                        "{\"filterCriteria\":{\"errorType\":\"x.Late\"},\"cursor\":\"c1\",\"limit\":500,\"dryRun\":true}",
                        "{\"filterCriteria\":{\"errorType\":\"x.Late\"},\"limit\":500}",
                        "{\"filterCriteria\":{\"errorType\":\"x.Late\"},\"cursor\":\"r1\",\"limit\":500}");
    }

    @Test
    void nothing_is_restored_without_a_yes() {
        server.on(RESTORE, 200, counted(7, 0, "null"));

        CliRun no = CliRun.onTerminal(server, "n\n", "cold", "restore", "--channel", "a");
        CliRun script = CliRun.inScript(server, "cold", "restore", "--channel", "a");
        CliRun planned = CliRun.inScript(server, "cold", "restore", "--channel", "a", "--dry-run");

        assertThat(no.code()).isEqualTo(1);
        assertThat(script.code()).isEqualTo(2);
        assertThat(script.err()).contains("add --yes");
        assertThat(planned.out()).isEqualTo("would restore 7 letters from the archive\n");
        assertThat(server.bodies(RESTORE)).allMatch(body -> body.contains("\"dryRun\":true"));
    }

    @Test
    void letters_that_are_back_already_need_no_restore() {
        server.on(RESTORE, 200, counted(3, 3, "null"));

        CliRun ran = CliRun.onTerminal(server, "", "cold", "restore", "--channel", "a");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("3 letters are in the store already; nothing was changed");
    }

    @Test
    void named_letters_that_are_not_in_the_archive_are_a_failure() {
        server.on(RESTORE, 200, restored(1, 0, "\"" + OTHER + "\"", "null"));

        CliRun ran = CliRun.inScript(server, "cold", "restore", ID, OTHER, "--yes");
        CliRun json = CliRun.inScript(server, "cold", "restore", ID, OTHER, "--yes", "--json");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEqualTo("1 letter restored as MANUAL, 1 not found\n");
        assertThat(ran.err()).isEqualTo("redrive: " + OTHER + "  is not in the archive\n");
        assertThat(server.bodies(RESTORE)).first().isEqualTo("{\"ids\":[\"" + ID + "\",\"" + OTHER + "\"]}");
        assertThat(json.out()).contains("\"restored\":1,\"known\":0,\"missing\":[\"" + OTHER + "\"]");
    }

    @Test
    void named_letters_that_take_long_are_restored_in_several_requests() {
        server.on(RESTORE, 200, restored(1, 0, "", "\"" + ID + "\"")).on(RESTORE, 200, restored(1, 0, "", "null"));

        CliRun ran = CliRun.inScript(server, "cold", "restore", ID, OTHER, "--yes");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("2 letters restored as MANUAL\n");
        assertThat(server.bodies(RESTORE))
                .containsExactly(
                        "{\"ids\":[\"" + ID + "\",\"" + OTHER + "\"]}",
                        "{\"ids\":[\"" + ID + "\",\"" + OTHER + "\"],\"cursor\":\"" + ID + "\"}");
    }

    @Test
    void a_restore_that_breaks_off_says_what_is_restored_already() {
        server.on(RESTORE, 200, restored(500, 0, "", "\"r1\""))
                .on(RESTORE, 503, "{\"detail\":\"the archive cannot be reached\"}");

        CliRun ran = CliRun.inScript(server, "cold", "restore", "--channel", "a", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("the archive cannot be reached; 500 letters restored, 1.0 KB read before");
    }

    @Test
    void a_restore_needs_ids_or_a_filter() {
        assertThat(CliRun.inScript(server, "cold", "restore").code()).isEqualTo(2);
        assertThat(CliRun.inScript(server, "cold", "restore", ID, "--channel", "a")
                        .code())
                .isEqualTo(2);
        assertThat(CliRun.inScript(server, "cold", "restore", ID, "--dry-run").code())
                .isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }
}
