package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void a_short_text_needs_no_pager(@TempDir Path folder) {
        try (Console console = console(5, InputStream.nullInputStream(), out)) {
            console.page(pager(folder));
            for (int i = 1; i < 5; i++) console.line("line " + i);
        }

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("line 1\nline 2\nline 3\nline 4\n");
        assertThat(folder.resolve("paged")).doesNotExist();
    }

    @Test
    void a_long_one_goes_to_it_from_the_first_line_on(@TempDir Path folder) throws IOException {
        try (Console console = console(5, InputStream.nullInputStream(), out)) {
            console.page(pager(folder));
            for (int i = 1; i <= 100; i++) console.line("line " + i);
        }

        assertThat(out.size()).isZero();
        assertThat(Files.readAllLines(folder.resolve("paged"))).hasSize(100).startsWith("line 1");
    }

    @Test
    void without_a_pager_a_long_text_just_comes() {
        try (Console console = console(5, InputStream.nullInputStream(), out)) {
            console.page(Pager.of(Map.of("PAGER", "")));
            for (int i = 1; i <= 100; i++) console.line("line " + i);
        }

        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(100);
    }

    @Test
    void only_a_yes_is_a_yes() {
        assertThat(answered("y\n")).isTrue();
        assertThat(answered("YES\n")).isTrue();
        assertThat(answered("\n")).isFalse();
        assertThat(answered("nope\n")).isFalse();
        assertThat(answered("")).isFalse();
    }

    @Test
    void a_closed_output_ends_it() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        Console console = console(5, InputStream.nullInputStream(), closed);
        console.line("text");

        assertThatThrownBy(console::flush).isInstanceOf(OutputClosed.class);
    }

    private boolean answered(String input) {
        try (Console console = console(
                5, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), new ByteArrayOutputStream())) {
            return console.confirm("Really?");
        }
    }

    private Console console(int height, InputStream in, OutputStream to) {
        return new Console(
                new Terminal(true, true, true, 80, height),
                Palette.PLAIN,
                in,
                to,
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static Pager pager(Path folder) {
        return Pager.of(Map.of("PAGER", "cat > '" + folder.resolve("paged") + "'"));
    }
}
