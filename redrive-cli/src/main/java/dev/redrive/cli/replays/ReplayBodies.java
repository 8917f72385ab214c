package dev.redrive.cli.replays;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.json.BadJson;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** The options of a replay, and the body that asks for one. */
final class ReplayBodies {
    private ReplayBodies() {}

    static void describe(CommandSpec spec) {
        Filters.describe(spec);
        spec.addOption(Opt.texts("--id", "ID", "Only these letters."));
        spec.addOption(Opt.text("--order-by", "FIELD", "createdAt, updatedAt, priority or retryCount."));
        spec.addOption(Opt.choice("--direction", "WAY", List.of("asc", "desc"), "asc or desc."));
        spec.addOption(Opt.number("--batch-size", "N", "How many letters are taken at once."));
        spec.addOption(Opt.number("--concurrency", "N", "How many are sent at the same time."));
        spec.addOption(Opt.text("--rate", "N", "At most so many per second."));
        spec.addOption(Opt.text("--steps", "N,N,…", "First so many letters, then a pause: 1,10,100."));
        spec.addOption(
                Opt.text("--step-pause", "TIME", "How long after each step; without it, it waits to be resumed."));
        spec.addOption(Opt.text("--stop-when-failing", "SHARE", "Stops when so much of it fails, such as 0.2."));
        spec.addOption(Opt.text("--off-peak", "H,H,…", "Only in these hours of the day (UTC), such as 2,3,4."));
        spec.addOption(Opt.text("--transform", "FILE|JSON", "How letters are changed before they are sent."));
        spec.addOption(Opt.flag("--validate", "Skips letters that do not fit the schema of their channel."));
        spec.addOption(Opt.text("--target", "NAME", "Sends them to this configured target instead."));
        spec.addOption(
                Opt.flag("--take-over", "Also takes letters that another replay holds which was stopped or paused."));
        spec.addOption(Opt.text("--notes", "TEXT", "The reason, shown in the history."));
        spec.addOption(
                Opt.optional("--dry-run", "true|false", "true", "Only shows what would be replayed; nothing is kept."));
        spec.addOption(Opt.flag("-y, --yes", "Does not ask before it starts."));
        spec.addOption(Opt.flag("--detach", "Starts it and does not wait for its end."));
        spec.addOption(Opt.flag("--allow-failed", "Letters that fail again do not change the exit code."));
    }

    static boolean isDryRun(Session session) {
        String word = session.text("--dry-run").orElse("false");
        if (!word.equals("true") && !word.equals("false"))
            throw new BadUsage("--dry-run must be true or false, not \"" + word + "\"");
        return word.equals("true");
    }

    /** All that was asked for; without ids and filters, all letters that can be tried are meant. */
    static Value.Building body(Session session) {
        Value.Building body = Value.object();
        List<String> ids = session.texts("--id");
        if (!ids.isEmpty() && Filters.isGiven(session))
            throw new BadUsage("--id names the letters already\n  leave the other filters away");
        if (ids.isEmpty()) body.with("filterCriteria", Filters.isGiven(session) ? Filters.criteria(session) : all());
        else
            body.with(
                    "ids",
                    Value.of(ids.stream().map(id -> Ids.letter(session, id)).toList()));
        brakes(session, body);
        body.with("transform", transform(session));
        if (session.has("--validate")) body.with("validate", Value.of(true));
        body.with("target", session.text("--target").orElse(null));
        body.with("notes", session.text("--notes").orElse(null));
        if (session.has("--take-over")) body.with("takeOver", Value.of(true));
        return body;
    }

    /** The server requires an explicit statement that all are meant. */
    private static Value all() {
        return Value.object()
                .with("status", Value.of(List.of("PENDING", "FAILED", "MANUAL")))
                .build();
    }

    private static void brakes(Session session, Value.Building body) {
        Value order = Value.object()
                .with("orderBy", session.text("--order-by").orElse(null))
                .with("direction", session.text("--direction").orElse(null))
                .build();
        if (!order.fields().isEmpty()) body.with("prioritization", order);
        whole(session, body, "--batch-size", "batchSize");
        whole(session, body, "--concurrency", "concurrency");
        body.with("ratePerSecond", decimal(session, "--rate"));
        body.with("steps", numbers(session, "--steps"));
        body.with("stepPause", session.text("--step-pause").orElse(null));
        body.with("stopWhenFailing", decimal(session, "--stop-when-failing"));
        Value hours = numbers(session, "--off-peak");
        if (!hours.isNothing())
            body.with("offPeak", Value.object().with("hours", hours).build());
    }

    private static void whole(Session session, Value.Building body, String option, String name) {
        if (session.has(option)) body.with(name, Value.of(session.number(option, 0)));
    }

    private static Value decimal(Session session, String option) {
        return session.text(option).map(text -> number(option, text)).orElse(Value.nothing());
    }

    private static Value number(String option, String text) {
        if (!text.matches("[0-9]{1,12}([.][0-9]{1,12})?"))
            throw new BadUsage(option + " must be a number, not \"" + text + "\"");
        return new Value.Num(text.replaceFirst("^0+(?=[0-9])", ""));
    }

    private static Value numbers(Session session, String option) {
        Function<String, Value> list = text -> new Value.Items(Arrays.stream(text.split(",", -1))
                .map(part -> whole(option, part.strip()))
                .toList());
        return session.text(option).map(list).orElse(Value.nothing());
    }

    private static Value whole(String option, String text) {
        if (!text.matches("[0-9]{1,9}"))
            throw new BadUsage(option + " must be numbers with commas between them, such as 1,10,100");
        return new Value.Num(text.replaceFirst("^0+(?=[0-9])", ""));
    }

    /** The JSON itself, or the name of a file with it. */
    private static Value transform(Session session) {
        if (!session.has("--transform")) return Value.nothing();
        String given = session.text("--transform").orElse("").strip();
        try {
            return JsonReader.read(given.startsWith("{") ? given : Files.readString(Path.of(given)));
        } catch (BadJson e) {
            throw new BadUsage("--transform is no JSON: " + e.getMessage());
        } catch (IOException e) {
            throw new CommandFailed(
                    "the transform " + given + " cannot be read", "name a file, or write the JSON itself");
        }
    }

    /** The same letters and the same change, for a look at a few of them. */
    static Value preview(Value asked, int samples) {
        List<Value.Field> fields = new ArrayList<>();
        for (Value.Field field : asked.fields()) {
            if (List.of("ids", "filterCriteria", "prioritization", "transform", "validate")
                    .contains(field.name())) fields.add(field);
        }
        fields.add(new Value.Field("samples", Value.of(samples)));
        return new Value.Fields(fields);
    }
}
