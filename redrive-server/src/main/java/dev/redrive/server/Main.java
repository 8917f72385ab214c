package dev.redrive.server;

import dev.redrive.Stores;
import dev.redrive.server.audit.AuditCommand;
import dev.redrive.server.config.ReadSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.server.config.values.BadSettings;
import dev.redrive.server.config.values.BadUsage;
import dev.redrive.server.config.values.Options;
import dev.redrive.server.demo.DemoFolder;
import dev.redrive.server.demo.DemoPolicies;
import dev.redrive.server.transfer.BackupCommand;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** The command line of the server: {@code serve}, {@code demo}, {@code audit verify}, {@code backup verify} and {@code restore}. */
public final class Main {
    /** The command goes on in other threads. */
    private static final int RUNNING = -1;

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final Path HERE = Path.of("");

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    Main(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        int code = new Main(System.getenv(), System.out, System.err).run(List.of(args));
        if (code != RUNNING) System.exit(code);
    }

    int run(List<String> arguments) {
        String command = arguments.isEmpty() ? "serve" : arguments.get(0);
        List<String> rest = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
        try {
            return switch (command) {
                case "serve" -> serve(rest);
                case "demo" -> demo(rest);
                case "audit" -> audit(rest);
                case "backup" -> backup(rest);
                default ->
                    throw new BadUsage(
                            "there is no command \"" + command + "\"",
                            "usage: redrive serve | demo | audit verify | backup verify | backup restore");
            };
        } catch (BadUsage e) {
            err.println("redrive: " + e.getMessage());
            err.println(e.usage());
            return WRONG_USAGE;
        } catch (BadSettings | StoreException e) {
            err.println("redrive: " + e.getMessage());
            return FAILED;
        } catch (IOException e) {
            err.println("redrive: " + e.getMessage());
            return FAILED;
        }
    }

    private int serve(List<String> arguments) {
        Options options = Options.parse("serve", arguments);
        if (options.help()) return usage("serve");
        ReadSettings read = new SettingsReader(environment, options).readIn(HERE);
        if (options.check()) return check(read);
        boolean json = read.settings().http().jsonLogs();
        read.warnings().forEach(warning -> err.println(line(json, "WARN", "redrive: " + warning)));
        return start(read.settings(), Mode.SERVE);
    }

    /** Valid settings are not enough: the server must also be able to start with them. */
    private int check(ReadSettings read) {
        read.warnings().forEach(warning -> err.println("redrive: " + warning));
        Optional<String> trouble = StartChecks.in(read.settings());
        if (trouble.isPresent()) {
            err.println("redrive: the settings are right, but it cannot start: " + trouble.get());
            return FAILED;
        }
        out.println("redrive: the settings are right");
        return DONE;
    }

    private static String line(boolean isJson, String level, String message) {
        return StartLine.of(isJson, InstantSource.system().instant(), level, message);
    }

    /** Reads no settings file: the demo has the same settings everywhere, and a temporary store. */
    private int demo(List<String> arguments) throws IOException {
        Options options = Options.parse("demo", arguments);
        if (options.help()) return usage("demo");
        Options chosen = options.store().isPresent() ? options : options.withStore("sqlite:" + freshFile());
        ReadSettings read = new SettingsReader(environment, chosen).readText("", "the demo's settings");
        return start(read.settings().preferring(DemoPolicies.list()), Mode.DEMO);
    }

    private static Path freshFile() throws IOException {
        Path folder = Files.createTempDirectory("redrive-demo-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> DemoFolder.remove(folder)));
        return folder.resolve("redrive.db");
    }

    private int start(Settings settings, Mode mode) {
        boolean json = settings.http().jsonLogs();
        Optional<String> trouble = Server.start(settings, mode, ready -> out.println(line(json, "INFO", ready)));
        trouble.ifPresent(text -> err.println(line(json, "ERROR", "redrive: cannot start: " + text)));
        return trouble.isPresent() ? FAILED : RUNNING;
    }

    private int audit(List<String> arguments) {
        AuditCommand command = AuditCommand.parse(arguments);
        if (command.help()) return say(AuditCommand.USAGE);
        String url = storeOf(command.options());
        AuditCommand.requireStore(url);
        // What is printed is the answer, and nothing else.
        LoggingSystem.get(Main.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.ERROR);
        try (DeadLetterStore store = Stores.open(url)) {
            return command.run(store.audit(), out);
        }
    }

    private int backup(List<String> arguments) {
        BackupCommand command = BackupCommand.parse(arguments);
        return say(command.help() ? BackupCommand.USAGE : command.run(storeOf(command.options())));
    }

    private String storeOf(Options options) {
        return new SettingsReader(environment, options).readIn(HERE).settings().store();
    }

    private int usage(String command) {
        return say(Options.usage(command));
    }

    private int say(String text) {
        out.println(text);
        return DONE;
    }
}
