package dev.redrive.cli;

import dev.redrive.cli.command.Environment;
import dev.redrive.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The program after it ran: what it printed, and how it ended. */
public record CliRun(int code, String out, String err) {
    private static final Terminal ALL = new Terminal(true, true, true, 120, 40);

    /** From a script: without a terminal. */
    public static CliRun inScript(ScriptedServer server, String... arguments) {
        return run(server, Terminal.none(), "", Map.of(), arguments);
    }

    /** By a person who types this. */
    public static CliRun onTerminal(ScriptedServer server, String typed, String... arguments) {
        return run(server, ALL, typed, Map.of(), arguments);
    }

    public static CliRun run(
            ScriptedServer server, Terminal terminal, String typed, Map<String, String> more, String... arguments) {
        Map<String, String> variables = new HashMap<>(Map.of("REDRIVE_URL", server.url(), "NO_COLOR", "1"));
        variables.putAll(more);
        return with(variables, terminal, typed, arguments);
    }

    /** From a script, without any variables. */
    static CliRun of(String... arguments) {
        return with(Map.of(), Terminal.none(), "", arguments);
    }

    static CliRun with(Map<String, String> variables, Terminal terminal, String typed, String... arguments) {
        return with(variables, terminal, typed, InstantSource.system(), ZoneOffset.UTC, arguments);
    }

    /** From a script that runs at this time in this zone. */
    static CliRun at(Instant now, ZoneId zone, ScriptedServer server, String... arguments) {
        return with(
                Map.of("REDRIVE_URL", server.url()), Terminal.none(), "", InstantSource.fixed(now), zone, arguments);
    }

    private static CliRun with(
            Map<String, String> variables,
            Terminal terminal,
            String typed,
            InstantSource clock,
            ZoneId zone,
            String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Cli(new Environment(
                        variables,
                        terminal,
                        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                        out,
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        clock,
                        zone))
                .run(List.of(arguments));
        return new CliRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
