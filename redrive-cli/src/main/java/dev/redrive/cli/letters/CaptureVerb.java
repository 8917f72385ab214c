package dev.redrive.cli.letters;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.BadJson;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** Captures letters from a file: one as an object, many as an array, or any number as lines. */
public final class CaptureVerb implements Verb {
    /** What is longer is taken for lines. */
    private static final int LARGEST_DOCUMENT = 8 * 1024 * 1024;

    /** What the server says of the batch does not hold for the file. */
    private static final Pattern WHERE = Pattern.compile("^line \\d+: |; \\d+ letters are stored$");

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Captures letters: a JSON object is one, an array is many (all or none), and of lines with an object"
                                + " each (NDJSON) there may be any number.")
                .footer(
                        "%nExample:",
                        "  echo '{\"channel\":\"orders\",\"payload\":{\"id\":1},\"error\":\"Connection reset\"}' | redrive capture -");
        spec.addOption(Opt.text(
                "--idempotency-key", "KEY", "The same file with the same key again captures nothing a second time."));
        spec.addPositional(Opt.words("FILE", "1", "A file, or - for standard input."));
    }

    @Override
    public int run(Session session) throws IOException {
        String name = session.words().get(0);
        if (name.equals("-")) return capture(session, session.console().in());
        try (InputStream in = Files.newInputStream(Path.of(name))) {
            return capture(session, in);
        } catch (NoSuchFileException e) {
            throw new CommandFailed("there is no file " + name);
        }
    }

    private static int capture(Session session, InputStream in) throws IOException {
        byte[] beginning = in.readNBytes(LARGEST_DOCUMENT);
        boolean isWhole = beginning.length < LARGEST_DOCUMENT;
        if (isWhole && new String(beginning, StandardCharsets.UTF_8).isBlank())
            throw new CommandFailed("there is nothing to capture: the input is empty");
        if (isWhole && isDocument(beginning)) return document(session, beginning);
        if (beginning[0] == '[')
            throw new CommandFailed(
                    isWhole ? "the input is no JSON" : "the array is larger than 8 MB",
                    "send the letters as lines: jq -c '.[]' FILE | redrive capture -");
        return lines(session, new SequenceInputStream(new ByteArrayInputStream(beginning), in));
    }

    private static boolean isDocument(byte[] bytes) {
        try {
            return !JsonReader.read(bytes).isNothing();
        } catch (BadJson e) {
            return false;
        }
    }

    private static int document(Session session, byte[] bytes) {
        Request request = Request.post("/dlq").body("application/json", bytes);
        session.text("--idempotency-key").ifPresent(key -> request.header("Idempotency-Key", key));
        Reply reply = session.send(request);
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        Value captured = reply.json();
        Optional<String> id = captured.at("id").text();
        if (id.isPresent()) {
            boolean isKnown = captured.at("duplicate").isTrue();
            session.console().line(id.get() + (isKnown && !session.isIds() ? "  was known already" : ""));
        } else {
            captured.at("ids").items().forEach(each -> session.console().line(each.text("")));
            count(
                    session,
                    captured.at("captured").number(),
                    captured.at("duplicates").number());
        }
        return ExitCode.DONE;
    }

    /** In requests of bounded size, so that a line the server refuses is known by its number. */
    private static int lines(Session session, InputStream in) throws IOException {
        LineBatches batches = new LineBatches(in);
        long captured = 0;
        long known = 0;
        for (Optional<LineBatches.Batch> next = batches.next(); next.isPresent(); next = batches.next()) {
            LineBatches.Batch batch = next.get();
            Value answer = send(session, batch);
            captured += answer.at("captured").number();
            known += answer.at("duplicates").number();
            if (session.console().terminal().err())
                session.console().note(NumberText.letters(captured + known) + " so far");
        }
        if (session.isJson()) {
            session.json(Value.object()
                    .with("captured", Value.of(captured))
                    .with("duplicates", Value.of(known))
                    .build());
        } else {
            count(session, captured, known);
        }
        return ExitCode.DONE;
    }

    private static Value send(Session session, LineBatches.Batch batch) {
        Request request = Request.post("/dlq").body("application/x-ndjson", batch.bytes());
        session.text("--idempotency-key")
                .ifPresent(key -> request.header("Idempotency-Key", key + "@" + batch.firstLine()));
        try {
            return session.send(request).json();
        } catch (ServerRefused e) {
            Value line = e.problem().at("line");
            if (line.isNothing()) throw e;
            long number = batch.firstLine() + line.number() - 1;
            throw new CommandFailed(
                    "line " + number + ": " + WHERE.matcher(e.reason()).replaceAll(""),
                    "the lines before it are stored; repair it and send " + rest(session, number));
        }
    }

    /** Under a key a line is known by its number, and that is another one in the rest of a file. */
    private static String rest(Session session, long number) {
        return session.has("--idempotency-key")
                ? "the whole file again with the same key: nothing is captured twice"
                : "the rest: tail -n +" + number + " FILE | redrive capture -";
    }

    private static void count(Session session, long captured, long known) {
        if (session.isIds()) return;
        session.console()
                .line(NumberText.letters(captured) + (captured == 1 ? " is" : " are") + " captured"
                        + (known == 0
                                ? ""
                                : ", " + NumberText.of(known) + (known == 1 ? " was" : " were") + " known already"));
    }
}
