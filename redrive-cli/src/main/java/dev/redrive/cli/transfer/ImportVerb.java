package dev.redrive.cli.transfer;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Brings exported letters into this server, a few hundred at a time; what was there already stays as it is. */
public final class ImportVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Brings letters that redrive export wrote into this server, with their ids, status and"
                        + " attempts. Letters that are there already stay as they are, so it can be done again.");
        spec.addPositional(
                Opt.words("FILE", "1", "What to import, packed with gzip or zstd or not; - for standard input."));
        spec.addOption(Opt.flag("-y, --yes", "Do not ask first."));
    }

    @Override
    public int run(Session session) throws IOException {
        List<String> words = session.words();
        if (words.size() != 1) throw new BadUsage("name one file\n  try: redrive import letters.ndjson");
        String name = words.get(0);
        if (name.equals("-")) return fromInput(session);
        Path file = Path.of(name);
        if (!Files.isReadable(file)) throw new CommandFailed("there is no file " + name + " to read");
        return fromFile(session, file);
    }

    private static int fromInput(Session session) throws IOException {
        if (!session.has("--yes"))
            throw new BadUsage(
                    "the letters come from standard input, so it cannot be used for a confirmation\n  add --yes");
        return take(session, buffered(session.console().in()), 0, 0);
    }

    private static int fromFile(Session session, Path file) throws IOException {
        long size = Files.size(file);
        try (BufferedInputStream in = buffered(Files.newInputStream(file))) {
            if (Compression.of(in) == Compression.ZSTD) {
                ask(session, Long.MAX_VALUE, "the letters of " + file + " (" + NumberText.bytes(size) + ", packed)");
                return take(session, in, size, 0);
            }
        }
        long lines = lines(file);
        ask(session, lines, NumberText.letters(lines));
        try (BufferedInputStream in = buffered(Files.newInputStream(file))) {
            return take(session, in, size, lines);
        }
    }

    private static void ask(Session session, long letters, String what) {
        if (session.has("--yes")) return;
        if (!session.console().terminal().in() && letters > 1)
            throw new BadUsage("import asks before it starts, and there is no terminal\n  add --yes");
        session.confirm(
                letters,
                "Import " + what + " into " + session.server().address().shown() + "?");
    }

    private static int take(Session session, BufferedInputStream raw, long size, long lines) throws IOException {
        Compression compression = Compression.of(raw);
        try (InputStream in = compression.open(raw);
                ProgressBar bar = new ProgressBar(
                        session.environment().err(), session.console().terminal())) {
            ImportCount count = compression == Compression.ZSTD
                    ? new PackedImport(session, bar, size).all(in)
                    : new LineImport(session, bar, lines).all(in);
            bar.clear();
            report(session, count);
        }
        return ExitCode.DONE;
    }

    private static void report(Session session, ImportCount count) {
        if (session.isJson()) {
            session.json(Value.object()
                    .with("read", Value.of(count.read()))
                    .with("new", Value.of(count.fresh()))
                    .with("known", Value.of(count.known()))
                    .build());
            return;
        }
        session.console()
                .line(NumberText.letters(count.read()) + " read: " + NumberText.of(count.fresh()) + " new, "
                        + NumberText.of(count.known()) + " known already");
    }

    private static BufferedInputStream buffered(InputStream in) {
        return new BufferedInputStream(in, 1 << 16);
    }

    private static long lines(Path file) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long lines = 0;
        boolean isOpen = false;
        try (BufferedInputStream raw = buffered(Files.newInputStream(file));
                InputStream in = Compression.of(raw).open(raw)) {
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
}
