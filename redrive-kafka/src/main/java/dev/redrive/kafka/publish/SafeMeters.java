package dev.redrive.kafka.publish;

import dev.redrive.letter.Category;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meters whose exceptions are caught and logged: they are called in the middle of moving records, where an exception
 * would leave a record between broker and journal. A meter that fails is logged once, as it would fail for each record.
 */
public final class SafeMeters implements DlqMeters {
    private static final Logger LOG = LoggerFactory.getLogger(SafeMeters.class);

    private final DlqMeters meters;
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

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
            if (logged.add(kind))
                LOG.warn("the meter '{}' failed; records are kept and sent all the same, but not all counted", kind, e);
        }
    }
}
