package dev.redrive.mongo.counters;

import dev.redrive.mongo.database.Fields;
import java.util.UUID;
import org.bson.Document;

/** What one document of counters counts. */
sealed interface CounterKey {
    /** The letters that share channel, error type and category, by status. */
    record OfTally(String channel, String errorType, String category) implements CounterKey {}

    /** The letters that were captured for a cause, by status. */
    record OfCause(UUID cause) implements CounterKey {}

    /** The open letters that were captured for one cause and fail with another one now. */
    record OfChange(UUID capturedFor, UUID failsWith) implements CounterKey {}

    /** The only count of a change. */
    String OPEN = "open";

    default String id() {
        if (this instanceof OfTally tally)
            return "tally " + tally.category + " " + tally.channel.length() + " " + tally.channel + " "
                    + tally.errorType;
        if (this instanceof OfCause of) return "cause " + of.cause;
        OfChange change = (OfChange) this;
        return "change " + change.capturedFor + " " + change.failsWith;
    }

    default Document fields() {
        if (this instanceof OfTally tally)
            return new Document("kind", "tally")
                    .append("channel", tally.channel)
                    .append("errorType", tally.errorType)
                    .append("category", tally.category);
        if (this instanceof OfCause of) return new Document("kind", "cause").append("cause", of.cause);
        OfChange change = (OfChange) this;
        return new Document("kind", "change")
                .append("capturedFor", change.capturedFor)
                .append("failsWith", change.failsWith);
    }

    static CounterKey read(Document from) {
        return switch (Fields.text(from, "kind")) {
            case "tally" ->
                new OfTally(
                        Fields.text(from, "channel"), Fields.text(from, "errorType"), Fields.text(from, "category"));
            case "cause" -> new OfCause(Fields.id(from, "cause"));
            default -> new OfChange(Fields.id(from, "capturedFor"), Fields.id(from, "failsWith"));
        };
    }
}
