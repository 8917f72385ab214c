package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line as a person sees it, on a terminal. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CliTerminalTest {
    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final int WIDTH = 72;

    private ServerProcess server;
    private CommandLine cli;
    private Path folder;
    private String id;
    private String other;

    @BeforeAll
    void start(@TempDir Path where) {
        folder = where;
        server = Launch.in(where).serve("--store", "memory:");
        cli = CommandLine.of(server, where).with("COLUMNS", String.valueOf(WIDTH));
        id = server.api()
                .capture("{\"channel\":\"payments\",\"payload\":\"x \\u001b]0;owned\\u0007 \\u009b2J\",\"error\":"
                        + "\"bad \\u001b[2J\\u001b[31m message, 日本語の長い長い長い長い長い長い長い長い長い長い長い\"}");
        other = server.api()
                .capture("{\"channel\":\"a-channel-with-a-very-long-name\",\"payload\":2,\"error\":\"unheard of\"}");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void statuses_have_colours_and_every_line_fits() throws InterruptedException {
        String out = cli.onTerminal("", "list").expect(0).out();

        assertThat(out).contains("\u001b[35mMANUAL\u001b[0m");
        List<String> lines = COLOURS.matcher(out).replaceAll("").lines().toList();
        assertThat(lines).allMatch(line -> columns(line) <= WIDTH, "fits into " + WIDTH);
        // Each of the two rows has what did not fit below it.
        List<String> table = lines.subList(lines.size() - 5, lines.size());
        assertThat(table.get(0)).startsWith("ID ");
        assertThat(table.get(1)).startsWith(other.substring(0, 13));
        assertThat(table.get(2)).contains("next no target");
        // Above it: what keeps these letters from being sent.
        assertThat(String.join(" ", lines.subList(0, lines.size() - 5)))
                .contains("no target is configured for the channel payments;");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 120, 200})
    void tables_and_prose_fit_the_terminal_and_use_it(int width) throws InterruptedException {
        CommandLine plain = CommandLine.of(server, folder).with("NO_COLOR", "1");

        String list = plain.onTerminal(width, "list").expect(0).out();
        String doctor = plain.onTerminal(width, "doctor", "--no-pager").out();
        String wrong =
                plain.onTerminal(width, "list", "--from", "soon").expect(2).out();

        assertThat(list.lines()).allMatch(line -> columns(line.stripTrailing()) <= width, "fits into " + width);
        assertThat(doctor.lines()).allMatch(line -> columns(line.stripTrailing()) <= width, "fits into " + width);
        assertThat(wrong.lines()).allMatch(line -> columns(line.stripTrailing()) <= width, "fits into " + width);
        assertThat(wrong.replaceAll("\\s+", " ")).contains("write it as 24h, yesterday, 14:00, \"yesterday 14:00\",");
        assertThat(doctor.lines())
                .anyMatch(line -> columns(line.stripTrailing()) > Math.min(width - 20, 81), "uses the width");
    }

    /** East Asian characters are all the wide ones that there are here. */
    private static int columns(String line) {
        return line.codePoints().map(c -> c >= 0x3000 && c < 0xa000 ? 2 : 1).sum();
    }

    @Test
    void without_colours_there_are_none() throws InterruptedException {
        CommandLine plain = CommandLine.of(server, folder).with("NO_COLOR", "1");

        assertThat(plain.onTerminal("", "list").expect(0).out()).doesNotContain("\u001b");
        assertThat(cli.onTerminal("", "list", "--color", "never").expect(0).out())
                .doesNotContain("\u001b");
        assertThat(cli.run("list").expect(0).out()).doesNotContain("\u001b");
        assertThat(cli.run("list", "--color", "always").expect(0).out()).contains("\u001b[35mMANUAL");
    }

    @Test
    void a_letter_cannot_send_anything_to_the_terminal() throws InterruptedException {
        for (String[] line :
                new String[][] {{"list"}, {"list", "-o", "wide"}, {"show", id}, {"causes"}, {"show", id, "--json"}}) {
            String out = cli.onTerminal("", line).expect(0).out();

            assertThat(COLOURS.matcher(out).replaceAll(""))
                    .as(String.join(" ", line))
                    .doesNotContain("\u001b", "\u0007", "\u009b");
        }
        assertThat(cli.onTerminal("", "show", id).out()).contains("\\u001b]0;owned\\u0007");
    }

    @Test
    void a_change_of_several_letters_needs_a_confirmation() throws InterruptedException {
        CommandLine.Ended no = cli.onTerminal("n\n", "archive", id, other);
        CommandLine.Ended yes = cli.onTerminal("y\n", "archive", id, other);
        CommandLine.Ended back = cli.onTerminal("y\n", "restore", id, other);

        assertThat(no.code()).isEqualTo(1);
        assertThat(no.out()).contains("Archive 2 letters? [y/N]").contains("nothing was changed");
        assertThat(yes.expect(0).out()).contains("ARCHIVED");
        assertThat(back.expect(0).out()).contains("MANUAL");
    }

    @Test
    void long_output_goes_to_the_pager() throws InterruptedException {
        CommandLine paging = CommandLine.of(server, folder)
                .with("PAGER", "sed 's/^/paged: /'")
                .with("LINES", "5");

        assertThat(paging.onTerminal("", "show", id).expect(0).out().lines())
                .allMatch(line -> line.startsWith("paged: "));
        assertThat(paging.onTerminal("", "list").expect(0).out()).doesNotContain("paged: ");
        assertThat(paging.onTerminal("", "show", id, "--no-pager").expect(0).out())
                .doesNotContain("paged: ");
        assertThat(paging.run("show", id).expect(0).out()).doesNotContain("paged: ");
    }
}
