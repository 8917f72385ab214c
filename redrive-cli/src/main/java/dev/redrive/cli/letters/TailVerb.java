package dev.redrive.cli.letters;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Interrupt;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.FinalReply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.BadJson;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.TextWrap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** Shows what happens while it happens. */
public final class TailVerb implements Verb {
    /** The server gives a sign of life every 15 seconds. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private static final int FIRST_PAUSE = 500;
    private static final int LONGEST_PAUSE = 10_000;
    private static final int LONGEST_LINE = 1 << 20;
    private static final int TOO_BUSY = 503;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    /** Where the sentence of a line begins. */
    private static final int HANG = 12;

    private static final List<String> TYPES = List.of(
            "captured",
            "attempted",
            "moved",
            "edited",
            "deleted",
            "cause",
            "circuit",
            "expired",
            "spilled",
            "recovered",
            "alert",
            "snooze",
            "replay",
            "missed");

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Shows what happens while it happens: a sentence for each event, until Ctrl-C. With --json"
                        + " a line of JSON for each.");
        spec.addOption(Opt.texts("--channel", "NAME", "Only of this channel; * stands for anything."));
        spec.addOption(Opt.choices("--type", "EVENT", TYPES, "Only events of this name, such as captured."));
    }

    @Override
    public int run(Session session) throws IOException {
        Wanted wanted = new Wanted(new TreeSet<>(session.texts("--type")), session.texts("--channel"));
        for (String type : wanted.types())
            if (!TYPES.contains(type))
                throw new BadUsage("there are no events \"" + type + "\"; there are " + String.join(", ", TYPES));
        Interrupt interrupt = Interrupt.says(session.console()::flush);
        try {
            follow(session, wanted);
        } finally {
            interrupt.close();
        }
        return ExitCode.DONE;
    }

    /** Which events are shown. */
    private record Wanted(Set<String> types, List<String> channels) {
        boolean includes(String type, Value data) {
            if (!types.isEmpty() && !types.contains(type)) return false;
            String channel = data.at("channel").text("");
            return channels.isEmpty() || channels.stream().anyMatch(glob -> matches(glob, channel));
        }

        private static boolean matches(String glob, String text) {
            String[] parts = glob.split("[*]", -1);
            if (parts.length == 1) return glob.equals(text);
            if (!text.startsWith(parts[0])) return false;
            int at = parts[0].length();
            for (int i = 1; i < parts.length - 1; i++) {
                int found = text.indexOf(parts[i], at);
                if (found < 0) return false;
                at = found + parts[i].length();
            }
            String last = parts[parts.length - 1];
            return text.length() - at >= last.length() && text.endsWith(last);
        }
    }

    // Connection

    /** The first connection must come about; a later one is waited for. */
    private static void follow(Session session, Wanted wanted) {
        boolean wasThere = false;
        int pause = FIRST_PAUSE;
        while (true) {
            try (FinalReply in =
                    session.server().stream(Request.get("/dlq/events").accept("text/event-stream"), SILENCE)) {
                if (wasThere) session.console().note("connected again; what happened in between is not shown");
                wasThere = true;
                pause = FIRST_PAUSE;
                read(session, wanted, in);
            } catch (ServerRefused e) {
                if (!wasThere || e.status() != TOO_BUSY) throw e;
            } catch (CommandFailed e) {
                if (!wasThere) throw e;
            } catch (IOException e) {
                session.console().note("the connection broke: " + SafeText.line(String.valueOf(e.getMessage())));
            }
            session.console().note("waiting for " + session.server().address().shown() + " …");
            pause = rest(pause);
        }
    }

    private static int rest(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted");
        }
        return Math.min(2 * millis, LONGEST_PAUSE);
    }

    private static void read(Session session, Wanted wanted, FinalReply in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String type = "message";
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty()) {
                if (!data.isEmpty()) show(session, wanted, type, data.toString());
                type = "message";
                data.setLength(0);
            } else if (line.startsWith("event:")) {
                type = line.substring(6).strip();
            } else if (line.startsWith("data:") && data.length() + line.length() < LONGEST_LINE) {
                data.append(data.isEmpty() ? "" : "\n").append(line.substring(5).strip());
            }
        }
    }

    // Lines

    private static void show(Session session, Wanted wanted, String type, String text) {
        Value data = parsed(text);
        if (!wanted.includes(type, data)) return;
        if (session.isJson()) {
            Value.Building event = Value.object().with("event", type).with("data", data);
            session.console().line(dev.redrive.cli.json.JsonWriter.compact(event.build()));
        } else {
            session.console().lines(TextWrap.lines(line(session, type, data), session.width(), HANG));
        }
        session.console().flush();
    }

    private static Value parsed(String text) {
        try {
            return JsonReader.read(text);
        } catch (BadJson e) {
            return Value.of(text);
        }
    }

    private static String line(Session session, String type, Value data) {
        String time = session.now().atZone(session.zone()).format(CLOCK);
        return session.paint(Style.DIM, time) + "  "
                + session.paint(styleOf(type, data), EventText.mark(type, data)) + " "
                + SafeText.line(EventText.of(type, data));
    }

    private static Style styleOf(String type, Value data) {
        return switch (type) {
            case "captured", "moved", "edited" -> Style.CYAN;
            case "attempted" -> EventText.isGood(data) ? Style.GREEN : Style.RED;
            case "alert", "deleted", "circuit", "spilled", "missed" -> Style.YELLOW;
            case "replay" -> Style.MAGENTA;
            default -> Style.PLAIN;
        };
    }
}
