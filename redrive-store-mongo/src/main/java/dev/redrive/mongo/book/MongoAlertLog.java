package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.empty;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Sorts.descending;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Delivery;
import dev.redrive.alert.AlertMessage.Kind;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.alert.RuleState;
import dev.redrive.internal.text.CleanText;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The alert log in the collections {@code dlq_alert}, {@code dlq_alert_snooze} and {@code dlq_alert_message}. The state of a rule has
 * a revision: of several processes that change the same state one succeeds, and the others look at what it wrote.
 */
public final class MongoAlertLog implements AlertLog {
    private static final int MOST_TRIES = 1000;

    private final MongoCollection<Document> rules;
    private final MongoCollection<Document> snoozes;
    private final MongoCollection<Document> messages;

    public MongoAlertLog(Mongo mongo) {
        this.rules = mongo.collection("dlq_alert");
        this.snoozes = mongo.collection("dlq_alert_snooze");
        this.messages = mongo.collection("dlq_alert_message");
        Mongo.run(
                "creating the index of the alert log",
                () -> mongo.patient("dlq_alert").createIndex(Indexes.ascending("firing", "since", "_id")));
    }

    // Rules

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        Change change = change(key, state -> state.after(holds, now, quiet));
        return change.from().turnTo(change.to());
    }

    @Override
    public void undelivered(String key, Instant announcedAt) {
        Change unused = change(key, state -> state.undelivered(announcedAt));
    }

    @Override
    public void snoozedTurn(String key, boolean holds, Instant now) {
        Change unused = change(key, state -> state.afterSnoozed(holds, now));
    }

    private record Change(RuleState from, RuleState to) {}

    private Change change(String key, UnaryOperator<RuleState> next) {
        String doing = "changing the state of an alert rule";
        return Mongo.run(doing, () -> {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                Document found = find(key);
                RuleState state = found == null ? RuleState.unknown() : state(found);
                Change change = new Change(state, next.apply(state));
                if (change.to().equals(state) || isWritten(key, found, change.to())) return change;
            }
            throw new StoreUnavailable(doing + " failed: other processes were faster " + MOST_TRIES + " times");
        });
    }

    /** What others have written just now is seen too, so that they are not asked again and again until a majority has it. */
    private @Nullable Document find(String key) {
        return rules.withReadConcern(ReadConcern.LOCAL).find(eq("_id", key)).first();
    }

    /** False when another process has changed the rule since it was read. */
    private boolean isWritten(String key, @Nullable Document found, RuleState to) {
        if (found == null) return isInserted(document(key, 1, to));
        long revision = revision(found);
        Document next = document(key, revision + 1, to);
        return rules.replaceOne(and(eq("_id", key), eq("revision", revision)), next)
                        .getMatchedCount()
                == 1;
    }

    private boolean isInserted(Document rule) {
        try {
            rules.insertOne(rule);
            return true;
        } catch (MongoException e) {
            if (MongoErrors.isDuplicate(e)) return false;
            throw e;
        }
    }

    private static Document document(String key, long revision, RuleState state) {
        return new Document("_id", key)
                .append("revision", revision)
                .append("firing", state.firing())
                .append("announced", state.announced())
                .append("since", Fields.date(state.since()))
                .append("lastAnnouncedAt", Fields.date(state.lastAnnouncedAt().orElse(null)));
    }

    private static RuleState state(Document rule) {
        return new RuleState(
                Fields.isTrue(rule, "firing"),
                Fields.isTrue(rule, "announced"),
                Fields.time(rule, "since"),
                Optional.ofNullable(Fields.timeOrNull(rule, "lastAnnouncedAt")));
    }

    private static long revision(Document rule) {
        return Fields.big(rule, "revision");
    }

    @Override
    public List<Firing> firing() {
        return Mongo.run(
                "reading the alert rules",
                () -> rules.find(eq("firing", true))
                        .sort(ascending("since", "_id"))
                        .map(rule -> new Firing(rule.getString("_id"), Fields.time(rule, "since")))
                        .into(new ArrayList<>()));
    }

    // Snoozes

    @Override
    public void snooze(AlertSnooze snooze) {
        Mongo.run("snoozing an alert rule", () -> {
            snoozes.deleteMany(lte("until", Fields.date(snooze.since())));
            return put(snoozes, write(snooze));
        });
    }

    @Override
    public Optional<AlertSnooze> endSnooze(String key) {
        return Mongo.run(
                "ending a snooze",
                () -> Optional.ofNullable(snoozes.findOneAndDelete(eq("_id", CleanText.text(key))))
                        .map(MongoAlertLog::snooze));
    }

    @Override
    public List<AlertSnooze> snoozes(Instant now) {
        return Mongo.run(
                "reading the snoozes of alert rules",
                () -> snoozes.find(gt("until", Fields.date(now)))
                        .sort(ascending("_id"))
                        .map(MongoAlertLog::snooze)
                        .into(new ArrayList<>()));
    }

    private static Document write(AlertSnooze snooze) {
        return new Document("_id", snooze.key())
                .append("by", snooze.by())
                .append("reason", snooze.reason())
                .append("since", Fields.date(snooze.since()))
                .append("until", Fields.date(snooze.until()));
    }

    private static AlertSnooze snooze(Document snooze) {
        return new AlertSnooze(
                snooze.getString("_id"),
                snooze.getString("by"),
                snooze.getString("reason"),
                Fields.time(snooze, "since"),
                Fields.time(snooze, "until"));
    }

    // Messages

    @Override
    public void save(AlertMessage message) {
        Mongo.run("saving an alert message", () -> put(messages, write(message)));
    }

    private static boolean put(MongoCollection<Document> collection, Document document) {
        try {
            return replace(collection, document);
        } catch (MongoException e) {
            // Another process inserted it at the same time.
            if (MongoErrors.isDuplicate(e)) return replace(collection, document);
            throw e;
        }
    }

    private static boolean replace(MongoCollection<Document> collection, Document document) {
        return collection
                .replaceOne(eq("_id", document.get("_id")), document, new ReplaceOptions().upsert(true))
                .wasAcknowledged();
    }

    @Override
    public List<AlertMessage> messages(int limit, Optional<String> before) {
        return Mongo.run(
                "reading the alert messages",
                () -> messages.find(
                                before.map(id -> lt("_id", CleanText.text(id))).orElse(empty()))
                        .sort(descending("_id"))
                        .limit(limit)
                        .map(MongoAlertLog::read)
                        .into(new ArrayList<>()));
    }

    private static Document write(AlertMessage message) {
        return new Document("_id", message.id())
                .append("rule", message.rule())
                .append("channel", message.channel())
                .append("severity", message.severity())
                .append("kind", message.kind().name())
                .append("text", message.text())
                .append("at", Fields.date(message.at()))
                .append(
                        "deliveries",
                        message.deliveries().stream().map(MongoAlertLog::write).toList());
    }

    private static Document write(Delivery delivery) {
        return new Document("way", delivery.way())
                .append("delivered", delivery.delivered())
                .append("tries", delivery.tries())
                .append("error", delivery.error());
    }

    private static AlertMessage read(Document message) {
        return new AlertMessage(
                message.getString("_id"),
                message.getString("rule"),
                message.getString("channel"),
                message.getString("severity"),
                Kind.valueOf(message.getString("kind")),
                message.getString("text"),
                Fields.time(message, "at"),
                message.getList("deliveries", Document.class).stream()
                        .map(MongoAlertLog::delivery)
                        .toList());
    }

    private static Delivery delivery(Document delivery) {
        return new Delivery(
                delivery.getString("way"),
                Fields.isTrue(delivery, "delivered"),
                Fields.number(delivery, "tries"),
                delivery.getString("error"));
    }
}
