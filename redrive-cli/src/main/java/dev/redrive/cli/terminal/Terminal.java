package dev.redrive.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What the program is connected to.
 *
 * @param in whether a person can answer
 * @param out whether a person reads
 * @param err whether a person reads what goes wrong
 * @param width in columns; unlimited when output is not a terminal
 * @param height in lines
 * @param screen columns of the terminal, also when only progress and messages go to it
 */
public record Terminal(boolean in, boolean out, boolean err, int width, int height, int screen) {
    /** The width where there is none. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    private static final int USUAL_WIDTH = 80;
    private static final int USUAL_HEIGHT = 24;
    private static final int NARROWEST = 20;
    private static final File CONTROLLING = new File("/dev/tty");

    public Terminal(boolean in, boolean out, boolean err, int width, int height) {
        this(in, out, err, width, height, width == ENDLESS ? USUAL_WIDTH : width);
    }

    /** Files and pipes everywhere. */
    public static Terminal none() {
        return new Terminal(false, false, false, ENDLESS, USUAL_HEIGHT);
    }

    /**
     * The launcher says which of the three are terminals, and what {@code stty size} says: a shell knows both faster than we
     * do. Without it, the names of the open files tell.
     */
    public static Terminal detect(Properties properties, Map<String, String> environment) {
        String terminals = properties.getProperty("redrive.terminal");
        boolean out = isTerminal(terminals, 1);
        boolean err = isTerminal(terminals, 2);
        String told = properties.getProperty("redrive.size");
        String[] size = (told != null ? told : out || err ? size() : "").strip().split(" ", 2);
        Optional<Integer> given = number(environment.get("COLUMNS"));
        Optional<Integer> measured = number(size.length == 2 ? size[1] : null);
        int screen = Math.max(NARROWEST, given.or(() -> measured).orElse(USUAL_WIDTH));
        int width = out || given.isPresent() ? screen : ENDLESS;
        int height = number(environment.get("LINES")).or(() -> number(size[0])).orElse(USUAL_HEIGHT);
        return new Terminal(isTerminal(terminals, 0), out, err, width, height, screen);
    }

    /** The same with the size it has now. */
    Terminal measured() {
        String[] size = size().split(" ", 2);
        int lines = number(size[0]).orElse(height);
        int columns = number(size.length == 2 ? size[1] : null).orElse(width);
        return new Terminal(in, out, err, columns, lines);
    }

    /** Lines and columns of the terminal that the process belongs to; empty without one. */
    private static String size() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(CONTROLLING)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean isTerminal(@Nullable String terminals, int number) {
        if (terminals != null) return terminals.indexOf('0' + number) >= 0;
        try {
            String name =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/" + number)).toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static Optional<Integer> number(@Nullable String text) {
        try {
            int number = text == null ? 0 : Integer.parseInt(text.strip());
            return number > 0 ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
