package dev.redrive.cli.transfer;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.letters.LineBatches;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import picocli.CommandLine.Model.CommandSpec;

/** Brings exported letters into this server, a few hundred at a time; what was there already stays as it is. */
public final class ImportVerb implements Verb {
    private static final int BUSY = 429;
    private static final int PATIENCE = 30;
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Brings letters that redrive export wrote into this server, with their ids, status and"
                        + " attempts. Letters that are there already stay as they are, so it can be done again.");
        spec.addPositional(Opt.words("FILE", "1", "What to import, packed with gzip or not; - for standard input."));
        spec.addOption(Opt.flag("-y, --yes", "Do not ask first."));
    }

    @Override
    public int run(Session session) throws IOException {
        List<String> words = session.words();
        if (words.size() != 1) throw new BadUsage("name one file\n  try: redrive import letters.ndjson");
        String name = words.get(0);
        boolean isInput = name.equals("-");
        if (!isInput && !Files.isReadable(Path.of(name)))
            throw new CommandFailed("there is no file " + name + " to read");
        long total = isInput ? 0 : lines(Path.of(name));
        ask(session, isInput, total);
        try (InputStream in = isInput ? unpacked(session.console().in()) : unpacked(Path.of(name));
                ProgressBar bar = new ProgressBar(
                        session.environment().err(), session.console().terminal())) {
            Run run = new Run(session, bar, total);
            run.all(in);
            bar.clear();
            report(session, run);
        }
        return ExitCode.DONE;
    }

    private static void ask(Session session, boolean isInput, long letters) {
        if (session.has("--yes")) return;
        if (isInput)
            throw new BadUsage(
                    "the letters come from standard input, so it cannot be used for a confirmation\n  add --yes");
        if (!session.console().terminal().in() && letters > 1)
            throw new BadUsage("import asks before it starts, and there is no terminal\n  add --yes");
        session.confirm(
                letters,
                "Import " + NumberText.letters(letters) + " into "
                        + session.server().address().shown() + "?");
    }

    private static void report(Session session, Run run) {
        if (session.isJson()) {
            session.json(Value.object()
                    .with("read", Value.of(run.read))
                    .with("new", Value.of(run.fresh))
                    .with("known", Value.of(run.known))
                    .build());
            return;
        }
        session.console()
                .line(NumberText.letters(run.read) + " read: " + NumberText.of(run.fresh) + " new, "
                        + NumberText.of(run.known) + " known already");
    }

    // Reading

    private static InputStream unpacked(Path file) throws IOException {
        return unpacked(Files.newInputStream(file));
    }

    private static InputStream unpacked(InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, 1 << 16);
        in.mark(2);
        boolean isPacked = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
        in.reset();
        return isPacked ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private static long lines(Path file) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long lines = 0;
        boolean isOpen = false;
        try (InputStream in = unpacked(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    if (buffer[i] == '\n') {
                        if (isOpen) lines++;
                        isOpen = false;
                    } else if (buffer[i] != '\r' && buffer[i] != ' ') {
                        isOpen = true;
                    }
                }
            }
        }
        return isOpen ? lines + 1 : lines;
    }

    /** One import. */
    private static final class Run {
        private final Session session;
        private final ProgressBar bar;
        private final long total;
        private long read;
        private long fresh;
        private long known;

        Run(Session session, ProgressBar bar, long total) {
            this.session = session;
            this.bar = bar;
            this.total = total;
        }

        void all(InputStream in) throws IOException {
            LineBatches batches = new LineBatches(in);
            for (Optional<LineBatches.Batch> next = batches.next(); next.isPresent(); next = batches.next()) {
                send(next.get());
                bar.show(read, total, NumberText.letters(read) + ", " + NumberText.of(fresh) + " new");
            }
        }

        private void send(LineBatches.Batch batch) {
            try {
                Value answer = post(batch.bytes()).json();
                read += answer.at("read").number();
                fresh += answer.at("new").number();
                known += answer.at("known").number();
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
                    read == 0 ? "nothing was imported" : NumberText.letters(read) + " before are imported";
            if (at == 0)
                return new CommandFailed(
                        e.reason() + "; " + importedSoFar, e.next().orElse("try again"));
            String reason = e.reason().replaceFirst("^line \\d+: ", "").replaceFirst("; the first \\d+ letters.*", "");
            return new CommandFailed(
                    "line " + (firstLine + at - 1) + ": " + reason + "; " + importedSoFar,
                    "correct the line and import again; letters that are there already stay as they are");
        }
    }
}
