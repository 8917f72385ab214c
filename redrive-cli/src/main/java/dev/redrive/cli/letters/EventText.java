package dev.redrive.cli.letters;

import dev.redrive.cli.command.Ids;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.TimeText;
import java.util.Locale;
import java.util.Optional;

/** What an event of the server says, as a sentence. */
final class EventText {
    private static final int SHORT_ID = 18;
    private static final int SHORT_CAUSE = 8;

    private EventText() {}

    /** One sign for how good or bad the news is. */
    static String mark(String type, Value data) {
        return switch (type) {
            case "captured" -> "+";
            case "attempted" -> isGood(data) ? "✓" : "✗";
            case "alert", "spilled", "missed", "circuit" -> "!";
            default -> "·";
        };
    }

    static boolean isGood(Value data) {
        String result = data.at("result").text("");
        return result.equals("succeeded") || result.equals("sent");
    }

    static String of(String type, Value data) {
        return switch (type) {
            case "captured" -> captured(data);
            case "attempted" -> attempted(data);
            case "moved" -> moved(data);
            case "edited" -> "letter " + id(data) + " was edited" + by(data) + ", version " + text(data, "version");
            case "deleted" -> "letter " + id(data) + " was deleted" + by(data);
            case "cause" -> "cause " + Ids.cut(text(data, "id"), SHORT_CAUSE) + " is " + word(data, "state") + by(data);
            case "circuit" -> circuit(data);
            case "expired" -> letters(data) + " left the store, past the time of retention";
            case "spilled" -> letters(data) + " went to the local journal: the store does not answer";
            case "recovered" -> letters(data) + " of the journal or archive are in the store now";
            case "alert" -> alert(data);
            case "snooze" -> snooze(data);
            case "replay" -> replay(data);
            case "missed" -> text(data, "count") + " events were left out: the connection is too slow";
            default -> type + " " + JsonWriter.compact(data);
        };
    }

    private static String snooze(Value data) {
        String rule = "the alert rule " + text(data, "rule") + in(data);
        return data.at("until")
                .text()
                .map(until -> rule + " is snoozed" + by(data) + " and sends nothing until " + until)
                .orElseGet(() -> "the snooze of " + rule + " was ended" + by(data));
    }

    private static String captured(Value data) {
        boolean isKnown = data.at("isNew") instanceof Value.Flag flag && !flag.value();
        return "letter " + id(data) + in(data) + (isKnown ? " came again: " : " was captured: ")
                + LetterTable.shortType(text(data, "errorType"))
                + data.at("category")
                        .text()
                        .map(category ->
                                " (" + category.toLowerCase(Locale.ROOT).replace('_', ' ') + ")")
                        .orElse("")
                + "; now " + word(data, "status");
    }

    private static String attempted(Value data) {
        String attempt = "letter " + id(data) + in(data) + " "
                + switch (text(data, "result")) {
                    case "succeeded" -> "was processed";
                    case "sent" -> "was sent";
                    case "came_back" -> "came back";
                    case "lease_lost" -> "lost its lease";
                    default -> "failed again";
                };
        String why = data.at("errorType")
                .text()
                .map(LetterTable::shortType)
                .map(type -> ": " + type)
                .orElse("");
        long count = data.at("retryCount").number();
        return attempt + " in " + TimeText.took(data.at("processingDuration").number())
                + (count > 0 ? ", retry " + NumberText.of(count) : "") + why + "; now " + word(data, "status");
    }

    private static String moved(Value data) {
        String move =
                switch (text(data, "move")) {
                    case "archive" -> "archived";
                    case "discard" -> "discarded";
                    case "restore" -> "restored";
                    case "reset" -> "reset";
                    case "confirm" -> "confirmed";
                    default -> "moved (" + word(data, "move") + ")";
                };
        long count = data.at("count").number();
        String what = count == 1
                ? "letter "
                        + Ids.cut(
                                data.at("ids").items().stream()
                                        .findFirst()
                                        .map(id -> id.text(""))
                                        .orElse(""),
                                SHORT_ID)
                : NumberText.letters(count);
        return what + in(data) + (count == 1 ? " was " : " were ") + move + by(data);
    }

    private static String circuit(Value data) {
        String target = "target " + text(data, "target");
        return switch (text(data, "state")) {
            case "OPEN" -> target + " fails: its circuit is open, nothing is sent to it for now";
            case "HALF_OPEN" -> target + " is tried again with a few letters: its circuit is half open";
            case "CLOSED" -> target + " works: its circuit is closed";
            default -> target + ": its circuit is " + word(data, "state");
        };
    }

    private static String alert(Value data) {
        boolean isOver =
                !text(data, "kind").equals("STARTED") && !data.at("kind").isNothing();
        return (isOver ? "alert over: " : "alert: ") + text(data, "text") + " (" + text(data, "rule") + ")";
    }

    private static String replay(Value data) {
        Value progress = data.at("progress");
        long matched = progress.at("matched").number();
        long through = matched - progress.at("planned").number();
        Optional<String> why = data.at("reason").text();
        return "replay " + id(data) + " is " + word(data, "state") + ": " + NumberText.of(through) + " of "
                + NumberText.letters(matched) + " done, "
                + NumberText.of(progress.at("failed").number()) + " failed"
                + why.map(reason -> "; " + reason).orElse("");
    }

    // Parts

    private static String letters(Value data) {
        return NumberText.letters(data.at("count").number());
    }

    private static String id(Value data) {
        return Ids.cut(text(data, "id"), SHORT_ID);
    }

    private static String in(Value data) {
        return data.at("channel").text().map(channel -> " of " + channel).orElse("");
    }

    private static String by(Value data) {
        return data.at("by").text().map(name -> " by " + name).orElse("");
    }

    private static String word(Value data, String name) {
        return text(data, name).toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String text(Value data, String name) {
        return data.at(name).text("?");
    }
}
