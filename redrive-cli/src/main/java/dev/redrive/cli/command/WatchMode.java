package dev.redrive.cli.command;

import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.terminal.Console;
import dev.redrive.cli.terminal.Style;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** Shows something again and again: in place on a terminal, as blocks otherwise. Ctrl-C ends it. */
public final class WatchMode {
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s|m|h)?");
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final String WIPE = "\u001b[2J\u001b[H";
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K\n";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final Session session;
    private final Runnable view;

    private WatchMode(Session session, Runnable view) {
        this.session = session;
        this.view = view;
    }

    public static void describe(CommandSpec spec) {
        spec.addOption(Opt.optional("-w, --watch", "TIME", "2s", "Again and again, every 2s or as said: --watch=10s"));
    }

    /** Once, or with {@code --watch} until Ctrl-C. */
    public static int run(Session session, Runnable view) {
        if (session.has("--watch")) {
            new WatchMode(session, view).forever(time(session.text("--watch").orElse("2s")));
        } else {
            view.run();
        }
        return ExitCode.DONE;
    }

    /** How long between two looks; a number alone is in seconds. */
    public static Duration time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) throw new BadUsage("--watch must be a time such as 2s or 1m, not \"" + text + "\"");
        long number = Long.parseLong(time.group(1));
        String unit = time.group(2) == null ? "s" : time.group(2);
        Duration between =
                switch (unit) {
                    case "ms" -> Duration.ofMillis(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofSeconds(number);
                };
        if (between.compareTo(SHORTEST) < 0) throw new BadUsage("--watch must be at least 100ms");
        return between;
    }

    /** What is wrong the first time is wrong; later it may pass. */
    private void forever(Duration between) {
        Console console = session.console();
        boolean isTerminal = console.terminal().out();
        String shown = console.captured(view);
        console.print(isTerminal ? WIPE : "");
        while (!Thread.currentThread().isInterrupted()) {
            console.print(isTerminal ? inPlace(shown) : shown + "\n");
            console.flush();
            pause(between);
            if (isTerminal) console.resize();
            shown = again();
        }
    }

    private String again() {
        try {
            return session.console().captured(view);
        } catch (CommandFailed e) {
            return session.paint(Style.RED, e.reason()) + "\n";
        }
    }

    private String inPlace(String text) {
        List<String> lines = text.lines().toList();
        int most = Math.max(1, session.console().terminal().height() - 1);
        StringBuilder screen = new StringBuilder(HOME);
        for (String line : lines.subList(0, Math.min(most, lines.size())))
            screen.append(line).append(REST_OF_LINE);
        return screen.append(REST_OF_SCREEN).toString();
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
