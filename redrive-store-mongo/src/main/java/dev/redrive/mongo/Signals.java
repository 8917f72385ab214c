package dev.redrive.mongo;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.StoreException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells other processes that letters may be due: a small document is changed, at most five times a second, and whoever listens reads it
 * twice a second. That works on a standalone server too, which has no change streams. After a lost signal, the regular poll finds the
 * letters.
 */
final class Signals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final int AT_MOST_EVERY_MILLIS = 200;
    private static final int LOOK_EVERY_MILLIS = 500;
    private static final String DUE = "due";

    private final MongoCollection<Document> signals;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-mongo-signals"));
    private final AtomicBoolean planned = new AtomicBoolean();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ObjectId self = new ObjectId();
    /** For the one thread. */
    private @Nullable ObjectId seen;

    Signals(Mongo mongo) {
        this.signals = mongo.collection("dlq_signals");
    }

    /** Other processes should claim soon. */
    void dueSoon() {
        if (!planned.compareAndSet(false, true)) return;
        try {
            var unused = thread.schedule(this::send, AT_MOST_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            LOG.debug("closing; the regular poll of other processes finds the letters");
        }
    }

    private void send() {
        planned.set(false);
        try {
            Document signal = new Document("by", self).append("n", new ObjectId());
            Mongo.run(
                    "telling other processes that letters are due",
                    () -> signals.updateOne(
                            Filters.eq("_id", DUE), new Document("$set", signal), new UpdateOptions().upsert(true)));
        } catch (StoreException e) {
            LOG.debug("could not tell other processes; their regular poll finds the letters", e);
        }
    }

    synchronized void listen(Runnable wake) {
        listeners.add(wake);
        if (listeners.size() > 1) return;
        var unused = thread.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            Document signal = Mongo.run(
                    "looking for a signal",
                    () -> signals.find(Filters.eq("_id", DUE)).first());
            ObjectId last = signal == null ? null : signal.getObjectId("n");
            if (signal == null || last == null || last.equals(seen)) return;
            seen = last;
            if (!self.equals(signal.get("by"))) listeners.forEach(Runnable::run);
        } catch (RuntimeException e) {
            LOG.debug("could not look for a signal; the regular poll finds the letters", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
