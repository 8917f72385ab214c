package dev.redrive.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Where the program writes to and reads from. What it prints of letters has to be {@link SafeText} already. */
public final class Console implements AutoCloseable {
    private Terminal terminal;
    private final Palette palette;
    private final InputStream in;
    private final PrintStream err;
    private OutputStream out;

    public Console(Terminal terminal, Palette palette, InputStream in, OutputStream out, PrintStream err) {
        this.terminal = terminal;
        this.palette = palette;
        this.in = in;
        this.out = new BufferedOutputStream(out, 1 << 16);
        this.err = err;
    }

    public Terminal terminal() {
        return terminal;
    }

    public Palette palette() {
        return palette;
    }

    public InputStream in() {
        return in;
    }

    /** From here on, more than a screenful goes to a pager; only on a terminal. */
    public void page(Pager pager) {
        if (terminal.out() && out instanceof BufferedOutputStream) out = new PagedOutput(out, terminal.height(), pager);
    }

    public void print(String text) {
        bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public void line(String text) {
        print(text + "\n");
    }

    public void line() {
        print("\n");
    }

    public void lines(Iterable<String> lines) {
        lines.forEach(this::line);
    }

    /** Output that is passed on as it came. */
    public void bytes(byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new OutputClosed(e);
        }
    }

    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new OutputClosed(e);
        }
    }

    /** What is printed meanwhile, instead of printing it. */
    public String captured(Runnable printing) {
        OutputStream before = out;
        ByteArrayOutputStream held = new ByteArrayOutputStream();
        out = held;
        try {
            printing.run();
        } finally {
            out = before;
        }
        return held.toString(StandardCharsets.UTF_8);
    }

    /** Looks again how large the terminal is. */
    public void resize() {
        terminal = terminal.measured();
    }

    /** Something to know that is not the result: it goes to standard error. */
    public void note(String text) {
        flush();
        message(err, terminal, text);
    }

    /** Prose on standard error, which a terminal does not break inside words. */
    public static void message(PrintStream err, Terminal terminal, String text) {
        int width = terminal.err() ? terminal.screen() : Terminal.ENDLESS;
        for (String line : TextWrap.lines(text, width)) err.print(line + "\n");
        err.flush();
    }

    /** Asks for a yes; anything else, and an input that has ended, is a no. */
    public boolean confirm(String question) {
        return isYes(ask(question).orElse(""));
    }

    public static boolean isYes(String answer) {
        return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
    }

    /** The answer to a question for a yes; empty when the input has ended. */
    public Optional<String> ask(String question) {
        return askFor(question + " [y/N]");
    }

    /** A line of the input; empty when it has ended. */
    public Optional<String> askFor(String what) {
        flush();
        err.print(what + " ");
        err.flush();
        Optional<String> answer = readLine();
        if (!terminal.in()) err.println();
        return answer.map(String::strip);
    }

    /** Byte by byte: what follows the line is for others. */
    private Optional<String> readLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = in.read();
            if (next < 0) return Optional.empty();
            for (; next >= 0 && next != '\n'; next = in.read()) line.write(next);
            return Optional.of(line.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new OutputClosed(e);
        }
    }
}
