package dev.redrive.cli.transfer;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.FinalReply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import dev.redrive.cli.terminal.SafeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Model.CommandSpec;

/** Writes whole letters to a file, a line for each. */
public final class ExportVerb implements Verb {
    public static final String LINES = "application/x-ndjson";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BUFFER = 64 * 1024;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Writes whole letters as lines of JSON, oldest first, for redrive import or for other programs.",
                        "With -o FILE into a file, packed when its name ends in .gz; otherwise to standard output.");
        Filters.describe(spec);
    }

    @Override
    public boolean hasLayouts() {
        return false;
    }

    @Override
    public int run(Session session) throws IOException {
        Optional<String> file = session.text("--output").filter(name -> !name.equals("-"));
        try (ProgressBar bar =
                new ProgressBar(session.environment().err(), session.console().terminal())) {
            Copying copying = new Copying(bar, file.isPresent() && bar.isShown() ? count(session) : 0);
            boolean masked =
                    file.isPresent() ? toFile(session, Path.of(file.get()), copying) : toOutput(session, copying);
            bar.clear();
            report(session, file, copying, masked);
        }
        return ExitCode.DONE;
    }

    private static long count(Session session) {
        Request request = Filters.addTo(Request.get("/dlq").query("limit", "1"), session);
        return session.send(request).json().at("total").number();
    }

    private static FinalReply open(Session session) {
        return session.server().stream(Filters.addTo(Request.get("/dlq/export").accept(LINES), session), PATIENCE);
    }

    private static void report(Session session, Optional<String> file, Copying copying, boolean masked) {
        if (session.has("--json") && file.isPresent()) {
            session.json(Value.object()
                    .with("file", file.get())
                    .with("letters", Value.of(copying.letters))
                    .with("masked", Value.of(masked))
                    .build());
        } else {
            String where = file.map(name -> " to " + SafeText.line(name)).orElse("");
            session.console().note(NumberText.letters(copying.letters) + " exported" + where);
        }
        if (masked)
            session.console()
                    .note("parts of the payloads are hidden from you and stand there as ***: do not import this"
                            + " elsewhere; use a token of the role operator");
    }

    /** Under another name until it is whole, so that half an export is never taken for one. */
    private static boolean toFile(Session session, Path file, Copying copying) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) throw new CommandFailed("there is no folder " + folder);
        Path part = Files.createTempFile(folder, "." + target.getFileName(), ".part");
        try (FinalReply in = open(session)) {
            write(in, part, file.toString().endsWith(".gz"), copying);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return isMasked(in);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void write(InputStream in, Path part, boolean packed, Copying copying) throws IOException {
        try (OutputStream plain = Files.newOutputStream(part);
                OutputStream out = packed ? new GZIPOutputStream(plain, BUFFER) : plain) {
            copying.run(in, out);
        }
    }

    private static boolean isMasked(FinalReply in) {
        return in.header("Redrive-Masked").filter("true"::equals).isPresent();
    }

    private static boolean toOutput(Session session, Copying copying) throws IOException {
        try (FinalReply in = open(session)) {
            if (session.console().terminal().out()) {
                copying.lines(in, session);
            } else {
                copying.run(in, new OutputStream() {
                    @Override
                    public void write(int b) {
                        write(new byte[] {(byte) b}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        session.console().bytes(java.util.Arrays.copyOfRange(bytes, from, from + length));
                    }
                });
                session.console().flush();
            }
            return isMasked(in);
        }
    }

    /** Passes on what comes, and counts it. */
    private static final class Copying {
        private final ProgressBar bar;
        private final long total;
        private long letters;
        private long bytes;

        Copying(ProgressBar bar, long total) {
            this.bar = bar;
            this.total = total;
        }

        void run(InputStream in, OutputStream out) throws IOException {
            byte[] buffer = new byte[BUFFER];
            try {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    for (int i = 0; i < read; i++) if (buffer[i] == '\n') letters++;
                    bytes += read;
                    out.write(buffer, 0, read);
                    if (total > 0)
                        bar.show(letters, total, NumberText.letters(letters) + ", " + NumberText.bytes(bytes));
                }
            } catch (IOException e) {
                throw brokenOff(e);
            }
        }

        /** Payloads may hold characters that steer a terminal. */
        void lines(InputStream in, Session session) throws IOException {
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            try {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    session.console().line(SafeText.line(line));
                    letters++;
                }
            } catch (IOException e) {
                throw brokenOff(e);
            }
        }

        private CommandFailed brokenOff(IOException e) {
            return new CommandFailed(
                    "the export broke off after " + NumberText.letters(letters) + ": " + e.getMessage(),
                    "nothing was kept in a file; try again, or look at the server with: redrive doctor");
        }
    }
}
