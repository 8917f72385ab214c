package dev.redrive.cli.erasure;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.json.Value;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Whose letters are meant: those that contain a value at one of these places. */
record Subject(String value, List<Value> places) {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static void describe(CommandSpec spec) {
        spec.addOption(Opt.texts("--payload", "PATH", "A place in the payload, such as $.customer.email"));
        spec.addOption(Opt.texts("--header", "NAME", "A header."));
        spec.addOption(Opt.flag("--key", "The key of the message."));
        spec.addOption(Opt.text("--value-file", "FILE", "A file with the value; without it, standard input."));
    }

    static Subject of(Session session) throws IOException {
        List<Value> places = places(session);
        if (places.isEmpty())
            throw new BadUsage("say where the value stands, with --payload PATH, --header NAME or --key");
        String value = value(session);
        if (value.isBlank()) throw new BadUsage("the value to look for is empty: give it on standard input");
        return new Subject(value, places);
    }

    private static List<Value> places(Session session) {
        List<Value> places = new ArrayList<>();
        session.texts("--payload").forEach(path -> places.add(place("payload", Value.of(path))));
        session.texts("--header").forEach(name -> places.add(place("header", Value.of(name))));
        if (session.has("--key")) places.add(place("key", Value.of(true)));
        return places;
    }

    private static Value place(String kind, Value name) {
        return Value.object().with(kind, name).build();
    }

    private static String value(Session session) throws IOException {
        Optional<String> file = session.text("--value-file");
        String text = file.isPresent()
                ? content(file.get())
                : session.console().askFor("The value to look for:").orElse("");
        return text.replaceFirst("^" + BYTE_ORDER_MARK, "").strip();
    }

    private static String content(String file) throws IOException {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new CommandFailed("there is no file " + file);
        } catch (CharacterCodingException e) {
            throw new CommandFailed("the file " + file + " is not UTF-8");
        }
    }

    Value.Building body(boolean isRedacting) {
        return Value.object()
                .with("value", value)
                .with("places", new Value.Items(places))
                .with("mode", isRedacting ? "redact" : "delete");
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "Subject" + places;
    }
}
