package dev.redrive.cli.transfer;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.FinalReply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import picocli.CommandLine.Model.CommandSpec;

/** Asks a server for a copy of its whole store and keeps it when it arrived whole. */
public final class BackupVerb implements Verb {
    /** The server copies and checks the whole store before it sends the first byte. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Writes a copy of a server's whole store (SQLite) to a file, while the server goes on. The server reads",
                        "the copy back before it sends it, and it is kept only when it arrived whole. Needs the role admin.")
                .footer("%nThen: redrive backup verify FILE, redrive backup restore FILE");
        spec.addPositional(Opt.words("FILE", "1", "A file that is not there yet."));
    }

    @Override
    public int run(Session session) throws IOException {
        Path target = Path.of(session.words().get(0)).toAbsolutePath();
        Path folder = target.getParent();
        if (Files.exists(target)) throw new CommandFailed(target + " is there already");
        if (folder == null || !Files.isDirectory(folder)) throw new CommandFailed("there is no folder " + folder);
        Path part = Files.createTempFile(folder, "." + target.getFileName(), ".part");
        try (FinalReply in = session.server().stream(Request.post("/dlq/backup"), PATIENCE)) {
            long bytes = receive(in, part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            report(session, target, Long.parseLong(in.header("Redrive-Letters").orElse("0")), bytes);
        } finally {
            Files.deleteIfExists(part);
        }
        return ExitCode.DONE;
    }

    private static long receive(FinalReply in, Path part) throws IOException {
        try (OutputStream out = Files.newOutputStream(part)) {
            DigestInputStream read = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"));
            long bytes = read.transferTo(out);
            String got = HexFormat.of().formatHex(read.getMessageDigest().digest());
            if (!in.header("Redrive-Sha256").filter(got::equals).isPresent())
                throw new CommandFailed("the backup did not arrive whole, so it was not kept; try again");
            return bytes;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        } catch (IOException e) {
            throw new CommandFailed("the backup broke off and was not kept: " + e.getMessage());
        }
    }

    private static void report(Session session, Path file, long letters, long bytes) {
        if (session.isJson()) {
            session.json(Value.object()
                    .with("file", file.toString())
                    .with("letters", Value.of(letters))
                    .with("bytes", Value.of(bytes))
                    .build());
        } else {
            session.console()
                    .note(NumberText.letters(letters) + ", " + NumberText.bytes(bytes) + ", in "
                            + SafeText.line(file.toString()));
        }
    }
}
