package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.cli.causes.Trend;
import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.WatchMode;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.letters.LineBatches;
import dev.redrive.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The small parts that verbs are made of. */
class PartsTest {
    @Test
    void ids_are_cut_to_a_unique_prefix() {
        String one = "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e";
        String other = "019a86f2-3c1e-7a41-9d52-6f1c2b3a4d5e";

        assertThat(Ids.shortest(List.of(one))).isEqualTo(13);
        assertThat(Ids.cut(one, Ids.shortest(List.of(one, other)))).isEqualTo("019a86f2-3c1e-7a40");
    }

    @Test
    void a_beginning_of_an_id_is_looked_for_at_its_time() throws IOException {
        String page = "{\"items\":[{\"id\":\"019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e\"},"
                + "{\"id\":\"019a86f2-3c1e-7b00-9d52-6f1c2b3a4d5e\"}],\"nextCursor\":null}";
        try (FakeServer fake = new FakeServer(200, "application/json", page)) {
            CliRun one = CliRun.of("show", "019a86f2-3c1e-7a", "--json", "--url", fake.url());
            CliRun two = CliRun.of("show", "019a86f2-3c1e", "--json", "--url", fake.url());
            CliRun none = CliRun.of("show", "019a86f2-3c1e-9", "--json", "--url", fake.url());

            assertThat(one.code()).isZero();
            assertThat(fake.asked())
                    .startsWith(
                            "GET /dlq?from=2025-11-15T09%3A56%3A53.406Z&to=2025-11-15T09%3A56%3A53.407Z&limit=500 ",
                            "GET /dlq/019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e ");
            assertThat(two.code()).isEqualTo(1);
            assertThat(two.err()).contains("2 letters begin with 019a86f2-3c1e").contains("type more of the id");
            assertThat(none.code()).isEqualTo(1);
            assertThat(none.err()).contains("there is no letter 019a86f2-3c1e-9");
        }
    }

    @Test
    void the_time_between_two_looks_is_read() {
        assertThat(WatchMode.time("2s")).isEqualTo(Duration.ofSeconds(2));
        assertThat(WatchMode.time("10")).isEqualTo(Duration.ofSeconds(10));
        assertThat(WatchMode.time("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(WatchMode.time("1m")).isEqualTo(Duration.ofMinutes(1));
        assertThatThrownBy(() -> WatchMode.time("0")).isInstanceOf(BadUsage.class);
        assertThatThrownBy(() -> WatchMode.time("soon")).isInstanceOf(BadUsage.class);
    }

    @Test
    void bars_stand_for_hours() {
        assertThat(Trend.of(
                        JsonReader.read("[{\"captured\":0},{\"captured\":1},{\"captured\":50},{\"captured\":100}]")))
                .isEqualTo("·▁▄█");
        assertThat(Trend.of(JsonReader.read("null"))).isEmpty();
    }

    @Test
    void lines_are_cut_into_batches_and_none_is_lost() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 2500; i++) text.append("{\"n\":").append(i).append("}\n");
        text.append("{\"n\":\"the last one, without an end\"}");
        LineBatches batches =
                new LineBatches(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)));

        List<Long> firsts = new ArrayList<>();
        StringBuilder all = new StringBuilder();
        for (Optional<LineBatches.Batch> next = batches.next(); next.isPresent(); next = batches.next()) {
            firsts.add(next.get().firstLine());
            all.append(new String(next.get().bytes(), StandardCharsets.UTF_8));
        }

        assertThat(firsts).containsExactly(1L, 1001L, 2001L);
        assertThat(all).hasToString(text.toString());
    }

    @Test
    void a_bad_line_is_named_by_its_number_in_the_file() throws IOException {
        String problem = "{\"detail\":\"line 3: error.message is missing; 2 letters are stored\",\"line\":3}";
        try (FakeServer fake = new FakeServer(400, "application/problem+json", problem)) {
            CliRun ran =
                    CliRun.with(Map.of("REDRIVE_URL", fake.url()), Terminal.none(), "{}\n{}\n{}\n", "capture", "-");

            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err())
                    .startsWith("redrive: line 3: error.message is missing\n")
                    .contains("tail -n +3 FILE");
        }
    }

    @Test
    void fish_completes_every_command_and_its_options() {
        String script = FishCompletion.of(new CommandLine(CompletionVerb.all()));

        assertThat(script)
                .contains("-n '__redrive_without_command' -a 'list' -d 'Letters, newest first.'")
                .contains("-n '__fish_seen_subcommand_from causes; and not __fish_seen_subcommand_from show")
                .contains("-s s -l status -x -a 'PENDING RETRYING")
                .contains("-a 'bash zsh fish'");
    }

    @Test
    void bash_completes_every_command() {
        CliRun ran = CliRun.of("completion", "bash");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("complete -F _complete_redrive", "--error-type", "acknowledge", "serve");
    }
}
