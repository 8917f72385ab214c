package dev.redrive.cli.transfer;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.FinalReply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** An import of a file packed with zstd, in one request: the server unpacks it, counts its lines and names a bad one. */
final class PackedImport {
    /** The server stores letters while it reads; this is for those that it has read when the last byte is sent. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int BUFFER = 1 << 16;

    private final Session session;
    private final ProgressBar bar;
    private final long size;
    private long sent;

    /** @param size of the file in bytes, or 0 when it is not known */
    PackedImport(Session session, ProgressBar bar, long size) {
        this.session = session;
        this.bar = bar;
        this.size = size;
    }

    ImportCount all(InputStream in) throws IOException {
        Request request = Request.post("/dlq/import")
                .header("Content-Encoding", "zstd")
                .body(ExportVerb.LINES, out -> send(in, out));
        try (FinalReply reply = session.server().stream(request, PATIENCE)) {
            return ImportCount.NONE.plus(JsonReader.read(reply.readAllBytes()));
        } catch (ServerRefused e) {
            throw e;
        } catch (CommandFailed e) {
            if (sent == 0) throw e;
            bar.clear();
            throw new CommandFailed(
                    e.reason(),
                    "letters before are imported; for the line that was refused: zstdcat FILE | redrive import - --yes");
        }
    }

    private void send(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            out.write(buffer, 0, read);
            sent += read;
            bar.show(sent, size, NumberText.bytes(sent) + " sent");
        }
        bar.draw(sent, size, NumberText.bytes(sent) + " sent, waiting for the server");
    }
}
