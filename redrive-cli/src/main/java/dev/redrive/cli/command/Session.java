package dev.redrive.cli.command;

import dev.redrive.cli.http.Address;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerClient;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Console;
import dev.redrive.cli.terminal.Pager;
import dev.redrive.cli.terminal.Palette;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.Terminal;
import dev.redrive.cli.terminal.TextWidth;
import dev.redrive.cli.terminal.TextWrap;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** One call of the program: what was asked for, the server, and where answers go. */
public final class Session {
    private final Environment environment;
    private final ParseResult given;
    private final Console console;
    private final String layout;
    private @Nullable ServerClient server;

    public Session(Environment environment, ParseResult given, Console console) {
        this.environment = environment;
        this.given = given;
        this.console = console;
        this.layout = given.matchedOptionValue("--output", "table");
    }

    // What was asked for

    public boolean has(String option) {
        return given.hasMatchedOption(option);
    }

    public Optional<String> text(String option) {
        return Optional.ofNullable(given.matchedOptionValue(option, (String) null));
    }

    public List<String> texts(String option) {
        return given.matchedOptionValue(option, List.of());
    }

    /** The values of an option as they were typed. */
    public String typed(String option) {
        return String.join(",", given.matchedOption(option).originalStringValues());
    }

    public int number(String option, int otherwise) {
        return given.matchedOptionValue(option, otherwise);
    }

    /** The words without a name. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        for (PositionalParamSpec positional : given.matchedPositionals())
            words.addAll(positional.originalStringValues());
        return words;
    }

    public boolean isJson() {
        return has("--json") || layout.equals("json");
    }

    public boolean isWide() {
        return layout.equals("wide");
    }

    /** Only ids, one per line, for other commands to read. */
    public boolean isIds() {
        return layout.equals("ids");
    }

    // The server

    public ServerClient server() {
        if (server == null) server = new ServerClient(address(), environment.clock());
        return server;
    }

    private Address address() {
        String url = text("--url").orElseGet(() -> environment.variable("REDRIVE_URL", CommonOptions.DEFAULT_URL));
        String token = text("--token").orElseGet(() -> environment.variable("REDRIVE_TOKEN", ""));
        try {
            return Address.of(url, token);
        } catch (IllegalArgumentException e) {
            throw new BadUsage(String.valueOf(e.getMessage()));
        }
    }

    public Reply send(Request request) {
        return server().send(request);
    }

    /** In which times without a zone are read, and times are shown. */
    public ZoneId zone() {
        return has("--utc") ? ZoneOffset.UTC : environment.zone();
    }

    /** Reads times that were typed. */
    public TimeWords times() {
        return new TimeWords(environment.clock().instant(), zone());
    }

    /** As the server's clock has it. */
    public Instant now() {
        return server().now();
    }

    public Environment environment() {
        return environment;
    }

    // Answers

    public Console console() {
        return console;
    }

    public Palette palette() {
        return console.palette();
    }

    public String paint(Style style, String text) {
        return palette().paint(style, text);
    }

    public int width() {
        return isWide() ? Terminal.ENDLESS : console.terminal().width();
    }

    /** Prose, broken between words where the terminal ends. */
    public void say(String text) {
        console.lines(TextWrap.lines(text, width()));
    }

    /** A line of prose behind a title, with what follows of it below its beginning. */
    public void say(String title, int column, String text) {
        String gap = TextWidth.gap(title, column);
        console.lines(TextWrap.lines(paint(Style.BOLD, title) + (gap.isEmpty() ? " " : gap) + text, width(), column));
    }

    public void print(Table table) {
        console.lines(table.lines(width(), palette()));
    }

    /** From here on, more than a screenful goes to a pager. */
    public void page() {
        if (!has("--no-pager")) console.page(Pager.of(environment.variables()));
    }

    /** An answer for machines: as it came, or readable on a terminal. */
    public void json(Reply reply) {
        if (console.terminal().out()) {
            json(reply.json());
        } else {
            console.bytes(reply.bytes());
            console.line();
        }
    }

    public void json(Value value) {
        console.line(console.terminal().out() ? JsonWriter.pretty(value, palette()) : JsonWriter.compact(value));
    }

    /** Asks before more than one letter changes; with --yes, or for one letter, it does not. */
    public void confirm(long letters, String question) {
        if (letters <= 1 || has("--yes")) return;
        Optional<String> answer = console.ask(question);
        if (answer.isEmpty() && !console.terminal().in())
            throw new BadUsage(
                    "a confirmation needs a terminal; nothing was changed\n  add --yes to continue without a question");
        if (Console.isYes(answer.orElse(""))) return;
        throw new CommandFailed("nothing was changed", "answer y, or add --yes to continue without a question");
    }
}
