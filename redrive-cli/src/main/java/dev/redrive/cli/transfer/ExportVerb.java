package dev.redrive.cli.transfer;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.FinalReply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.ProgressBar;
import dev.redrive.cli.terminal.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

    private static final String ZSTD = "application/zstd";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BUFFER = 64 * 1024;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Writes whole letters as lines of JSON, oldest first, for redrive import or for other programs.",
                        "With -o FILE into a file, packed when its name ends in .zst or .gz; otherwise to standard output.");
        spec.addOption(Opt.flag("--zstd", "Packed by the server with zstd, whatever the file is called."));
        Filters.describe(spec);
    }

    @Override
    public boolean hasLayouts() {
        return false;
    }

    @Override
    public int run(Session session) throws IOException {
        Optional<String> file = session.text("--output").filter(name -> !name.equals("-"));
        boolean isPacked = isPacked(session, file);
        try (ProgressBar bar =
                new ProgressBar(session.environment().err(), session.console().terminal())) {
            boolean canShare = file.isPresent() && bar.isShown() && !isPacked;
            ExportCopy copying = new ExportCopy(bar, isPacked, canShare ? count(session) : 0);
            boolean masked =
                    file.isPresent() ? toFile(session, Path.of(file.get()), copying) : toOutput(session, copying);
            bar.clear();
            report(session, file, copying, masked);
        }
        return ExitCode.DONE;
    }

    /** Whether the server packs it, for which the client has no library. */
    private static boolean isPacked(Session session, Optional<String> file) {
        if (!session.has("--zstd"))
            return file.filter(name -> name.endsWith(".zst")).isPresent();
        if (file.filter(name -> name.endsWith(".gz")).isPresent())
            throw new BadUsage("give --zstd or a file whose name ends in .gz, not both");
        if (file.isEmpty() && session.console().terminal().out())
            throw new BadUsage("packed letters cannot be shown on a terminal: name a file with -o FILE");
        return true;
    }

    private static long count(Session session) {
        Request request = Filters.addTo(Request.get("/dlq").query("limit", "1"), session);
        return session.send(request).json().at("total").number();
    }

    private static FinalReply open(Session session, boolean isPacked) {
        Request request = Filters.addTo(Request.get("/dlq/export").accept(isPacked ? ZSTD : LINES), session);
        if (isPacked) request.query("compression", "zstd");
        FinalReply reply = session.server().stream(request, PATIENCE);
        boolean isAsWanted = reply.header("Content-Type")
                .filter(type -> type.startsWith(ZSTD))
                .isPresent();
        if (isPacked && !isAsWanted) {
            reply.close();
            throw new CommandFailed("the server does not pack with zstd", "leave out --zstd, or name a file .gz");
        }
        return reply;
    }

    private static void report(Session session, Optional<String> file, ExportCopy copying, boolean masked) {
        if (session.has("--json") && file.isPresent()) {
            session.json(Value.object()
                    .with("file", file.get())
                    .with("letters", copying.letters())
                    .with("bytes", Value.of(copying.bytes()))
                    .with("masked", Value.of(masked))
                    .build());
        } else {
            String where = file.map(name -> " to " + SafeText.line(name)).orElse("");
            session.console().note(copying.amount() + " exported" + where);
        }
        if (masked)
            session.console()
                    .note("parts of the payloads are hidden from you and stand there as ***: do not import this"
                            + " elsewhere; use a token of the role operator");
    }

    /** Under another name until it is whole, so that half an export is never taken for one. */
    private static boolean toFile(Session session, Path file, ExportCopy copying) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) throw new CommandFailed("there is no folder " + folder);
        Path part = Files.createTempFile(folder, "." + target.getFileName(), ".part");
        try (FinalReply in = open(session, copying.isPacked())) {
            write(in, part, file.toString().endsWith(".gz"), copying);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return isMasked(in);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void write(InputStream in, Path part, boolean packed, ExportCopy copying) throws IOException {
        try (OutputStream plain = Files.newOutputStream(part);
                OutputStream out = packed ? new GZIPOutputStream(plain, BUFFER) : plain) {
            copying.run(in, out);
        }
    }

    private static boolean isMasked(FinalReply in) {
        return in.header("Redrive-Masked").filter("true"::equals).isPresent();
    }

    private static boolean toOutput(Session session, ExportCopy copying) throws IOException {
        try (FinalReply in = open(session, copying.isPacked())) {
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
}
