package dev.redrive.kafka.publish;

import dev.redrive.letter.Category;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meters of the application, whose failures stay with them: they are called in the middle of moving records, where a throw
 * would leave a record between broker and journal. A kind of meter that fails is told once, as it would fail for each record.
 */
public final class SafeMeters implements DlqMeters {
    private static final Logger LOG = LoggerFactory.getLogger(SafeMeters.class);

    private final DlqMeters meters;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    public SafeMeters(DlqMeters meters) {
        this.meters = meters;
    }

    @Override
    public void published(String topic, Category category) {
        count("published", () -> meters.published(topic, category));
    }

    @Override
    public void notPublished(String topic, String errorType) {
        count("notPublished", () -> meters.notPublished(topic, errorType));
    }

    @Override
    public void payloadCut(String topic) {
        count("payloadCut", () -> meters.payloadCut(topic));
    }

    @Override
    public void retried(String topic) {
        count("retried", () -> meters.retried(topic));
    }

    @Override
    public void notRetried(String topic) {
        count("notRetried", () -> meters.notRetried(topic));
    }

    private void count(String kind, Runnable meter) {
        try {
            meter.run();
        } catch (Throwable e) {
            if (told.add(kind))
                LOG.warn("the meter '{}' failed; records are kept and sent all the same, but not all counted", kind, e);
        }
    }
}
