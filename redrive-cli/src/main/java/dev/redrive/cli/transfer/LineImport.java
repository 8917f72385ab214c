package dev.redrive.cli.transfer;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.letters.LineBatches;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** An import of lines, in requests of bounded size, so that one that is refused is known by its number. */
final class LineImport {
    private static final int BUSY = 429;
    private static final int PATIENCE = 30;

    private final Session session;
    private final ProgressBar bar;
    private final long total;
    private ImportCount count = ImportCount.NONE;

    LineImport(Session session, ProgressBar bar, long total) {
        this.session = session;
        this.bar = bar;
        this.total = total;
    }

    ImportCount all(InputStream in) throws IOException {
        LineBatches batches = new LineBatches(in);
        for (Optional<LineBatches.Batch> next = batches.next(); next.isPresent(); next = batches.next()) {
            send(next.get());
            bar.show(
                    count.read(),
                    total,
                    NumberText.letters(count.read()) + ", " + NumberText.of(count.fresh()) + " new");
        }
        return count;
    }

    private void send(LineBatches.Batch batch) {
        try {
            count = count.plus(post(batch.bytes()).json());
        } catch (ServerRefused e) {
            bar.clear();
            throw atLine(e, batch.firstLine());
        }
    }

    private Reply post(byte[] lines) {
        for (int tries = 1; ; tries++) {
            try {
                return session.send(Request.post("/dlq/import").body(ExportVerb.LINES, lines));
            } catch (ServerRefused e) {
                if (e.status() != BUSY || tries == PATIENCE) throw e;
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted");
        }
    }

    /** The server counts the lines of what it was sent; people count those of the file. */
    private CommandFailed atLine(ServerRefused e, long firstLine) {
        long at = e.problem().at("line").number();
        String importedSoFar =
                count.read() == 0 ? "nothing was imported" : NumberText.letters(count.read()) + " before are imported";
        if (at == 0)
            return new CommandFailed(e.reason() + "; " + importedSoFar, e.next().orElse("try again"));
        String reason = e.reason().replaceFirst("^line \\d+: ", "").replaceFirst("; the first \\d+ letters.*", "");
        return new CommandFailed(
                "line " + (firstLine + at - 1) + ": " + reason + "; " + importedSoFar,
                "correct the line and import again; letters that are there already stay as they are");
    }
}
