package dev.redrive.cli;

import dev.redrive.cli.http.Address;
import dev.redrive.cli.http.Failed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.Server;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Console;
import dev.redrive.cli.terminal.Pager;
import dev.redrive.cli.terminal.Palette;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.Terminal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** One call of the program: what was asked for, the server, and where answers go. */
final class Session {
    private final Surroundings around;
    private final ParseResult given;
    private final Console console;
    private final String layout;
    private @Nullable Server server;

    Session(Surroundings around, ParseResult given, Console console) {
        this.around = around;
        this.given = given;
        this.console = console;
        this.layout = given.matchedOptionValue("--output", "table");
    }

    // What was asked for

    boolean has(String option) {
        return given.hasMatchedOption(option);
    }

    Optional<String> text(String option) {
        return Optional.ofNullable(given.matchedOptionValue(option, (String) null));
    }

    List<String> texts(String option) {
        return given.matchedOptionValue(option, List.of());
    }

    int number(String option, int otherwise) {
        return given.matchedOptionValue(option, otherwise);
    }

    /** The words without a name. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        for (PositionalParamSpec positional : given.matchedPositionals())
            words.addAll(positional.originalStringValues());
        return words;
    }

    boolean isJson() {
        return has("--json") || layout.equals("json");
    }

    boolean isWide() {
        return layout.equals("wide");
    }

    /** Only ids, one per line, for other commands to read. */
    boolean isIds() {
        return layout.equals("ids");
    }

    // The server

    Server server() {
        if (server == null) server = new Server(address(), around.clock());
        return server;
    }

    private Address address() {
        String url = text("--url").orElseGet(() -> around.variable("REDRIVE_URL", Common.DEFAULT_URL));
        String token = text("--token").orElseGet(() -> around.variable("REDRIVE_TOKEN", ""));
        try {
            return Address.of(url, token);
        } catch (IllegalArgumentException e) {
            throw new BadUsage(String.valueOf(e.getMessage()));
        }
    }

    Reply send(Request request) {
        return server().send(request);
    }

    /** As the server's clock has it. */
    Instant now() {
        return server().now();
    }

    Surroundings around() {
        return around;
    }

    // Answers

    Console console() {
        return console;
    }

    Palette palette() {
        return console.palette();
    }

    String paint(Style style, String text) {
        return palette().paint(style, text);
    }

    int width() {
        return isWide() ? Terminal.ENDLESS : console.terminal().width();
    }

    void print(Table table) {
        console.lines(table.lines(width(), palette()));
    }

    /** From here on, more than a screenful goes to a pager. */
    void page() {
        if (!has("--no-pager")) console.page(Pager.of(around.environment()));
    }

    /** An answer for machines: as it came, or readable on a terminal. */
    void json(Reply reply) {
        if (console.terminal().out()) {
            json(reply.json());
        } else {
            console.bytes(reply.bytes());
            console.line();
        }
    }

    void json(Value value) {
        console.line(console.terminal().out() ? JsonWriter.pretty(value, palette()) : JsonWriter.compact(value));
    }

    /** Asks before more than one letter changes; with --yes, or for one letter, it does not. */
    void confirm(long letters, String question) {
        if (letters <= 1 || has("--yes")) return;
        Optional<String> answer = console.ask(question);
        if (answer.isEmpty() && !console.terminal().in())
            throw new BadUsage(
                    "there is nobody to ask, and nothing was changed\n  say --yes to do it without being asked");
        if (Console.isYes(answer.orElse(""))) return;
        throw new Failed("nothing was changed", "answer y, or say --yes to do it without being asked");
    }
}
