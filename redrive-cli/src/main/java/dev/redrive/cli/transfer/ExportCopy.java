package dev.redrive.cli.transfer;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
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

/** Passes on what comes, and counts it. */
final class ExportCopy {
    private static final int BUFFER = 64 * 1024;

    private final ProgressBar bar;
    private final boolean isPacked;
    private final long total;
    private long letters;
    private long bytes;

    /**
     * Before the first byte.
     *
     * @param isPacked whether lines cannot be counted
     * @param total how many letters there are, or 0 when it is not known
     */
    ExportCopy(ProgressBar bar, boolean isPacked, long total) {
        this.bar = bar;
        this.isPacked = isPacked;
        this.total = total;
    }

    void run(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                for (int i = 0; i < read; i++) if (buffer[i] == '\n') letters++;
                bytes += read;
                out.write(buffer, 0, read);
                if (total > 0) bar.show(letters, total, amount() + ", " + NumberText.bytes(bytes));
                if (isPacked) bar.show(0, 0, amount());
            }
        } catch (IOException e) {
            throw brokenOff(e);
        }
    }

    Value letters() {
        return isPacked ? Value.nothing() : Value.of(letters);
    }

    long bytes() {
        return bytes;
    }

    boolean isPacked() {
        return isPacked;
    }

    /** Letters, or bytes where letters cannot be counted. */
    String amount() {
        return isPacked ? NumberText.bytes(bytes) : NumberText.letters(letters);
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
                "the export broke off after " + amount() + ": " + e.getMessage(),
                "nothing was kept in a file; try again, or look at the server with: redrive doctor");
    }
}
