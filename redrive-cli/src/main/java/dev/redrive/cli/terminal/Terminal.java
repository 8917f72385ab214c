package dev.redrive.cli.terminal;

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
 */
public record Terminal(boolean in, boolean out, boolean err, int width, int height) {
    /** The width where there is none. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    private static final int USUAL_WIDTH = 80;
    private static final int USUAL_HEIGHT = 24;
    private static final int NARROWEST = 20;

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
        String[] size = properties.getProperty("redrive.size", "").strip().split(" ", 2);
        int width = number(environment.get("COLUMNS"))
                .or(() -> out
                        ? number(size.length == 2 ? size[1] : null).or(() -> Optional.of(USUAL_WIDTH))
                        : Optional.empty())
                .map(columns -> Math.max(NARROWEST, columns))
                .orElse(ENDLESS);
        int height = number(environment.get("LINES")).or(() -> number(size[0])).orElse(USUAL_HEIGHT);
        return new Terminal(isTerminal(terminals, 0), out, isTerminal(terminals, 2), width, height);
    }

    /** The same with the size it has now. */
    Terminal measured() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", 2);
            int lines = number(size[0]).orElse(height);
            int columns = number(size.length == 2 ? size[1] : null).orElse(width);
            return new Terminal(in, out, err, columns, lines);
        } catch (IOException e) {
            return this;
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
