package dev.redrive.cli.letters;

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

class EditVerbTest {
    private static final String ID = "0199a3c4-5d6e-7f80-8123-456789abcdef";
    private static final String LETTER =
            "{\"originalEvent\":{\"payload\":{\"id\":9007199254740993,\"currency\":\"USD\"}},"
                    + "\"origin\":{\"headers\":{\"a\":\"1\"}}}";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private CliRun edit(String editor, String... more) {
        server.on("GET /dlq/" + ID, 200, LETTER, Map.of("ETag", "\"3\""));
        String[] words = new String[2 + more.length];
        words[0] = "edit";
        words[1] = ID;
        System.arraycopy(more, 0, words, 2, more.length);
        return CliRun.run(server, Terminal.none(), "", Map.of("EDITOR", editor), words);
    }

    @Test
    void what_changed_is_shown_and_sent_with_the_version_it_was_made_of() {
        server.on("PATCH /dlq/" + ID, 200, "{\"version\":4}");

        CliRun ran = edit("sed -i s/USD/EUR/", "--yes", "--notes", "wrong currency");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("-     \"currency\": \"USD\"", "+     \"currency\": \"EUR\"", "version 4");
        ScriptedServer.Asked sent = server.last("PATCH /dlq/" + ID);
        assertThat(sent.body())
                .isEqualTo("{\"payload\":{\"id\":9007199254740993,\"currency\":\"EUR\"},\"notes\":\"wrong currency\"}");
        assertThat(sent.headers()).containsEntry("If-Match", "\"3\"");
    }

    @Test
    void no_change_sends_nothing() {
        CliRun ran = edit("true", "--yes");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("nothing changed");
        assertThat(server.calls()).containsExactly("GET /dlq/" + ID);
    }

    @Test
    void a_conflict_keeps_what_was_written_and_says_where() throws IOException {
        server.on("PATCH /dlq/" + ID, 412, "{\"detail\":\"it was edited in the meantime\"}");

        CliRun ran = edit("sed -i s/USD/EUR/", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("it was edited in the meantime; your text is in ");
        Path kept = Path.of(ran.err().replaceAll("(?s).*your text is in (\\S+).*", "$1"));
        assertThat(kept).content().contains("EUR");
        Files.delete(kept);
    }

    @Test
    void what_is_no_json_is_kept() throws IOException {
        CliRun ran = edit("sed -i s/{//", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("no JSON");
        Files.delete(Path.of(ran.err().replaceAll("(?s).*what you wrote is in (\\S+).*", "$1")));
        assertThat(server.calls()).containsExactly("GET /dlq/" + ID);
    }
}
