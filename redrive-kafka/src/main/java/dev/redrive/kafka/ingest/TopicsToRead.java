package dev.redrive.kafka.ingest;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics that are to be read now. One thread refreshes them, another one reads. */
final class TopicsToRead {
    private static final Logger LOG = LoggerFactory.getLogger(TopicsToRead.class);
    /** A denied topic is subscribed to again after so many refreshes; each try moves partitions between the nodes. */
    private static final int REFRESHES_UNTIL_RETRY = 10;

    private final Discovery discovery;
    private final IngestProgress progress;
    private final long denialTime;
    private final Map<String, Long> deniedAt = new ConcurrentHashMap<>();
    private volatile Map<String, Uuid> chosen = Map.of();
    private boolean isUnavailable;

    TopicsToRead(Discovery discovery, IngestProgress progress, Duration discoverEvery) {
        this.discovery = discovery;
        this.progress = progress;
        this.denialTime = discoverEvery.multipliedBy(REFRESHES_UNTIL_RETRY).toNanos();
    }

    /** Discovers the topics once. While the cluster is unavailable, they stay what they were. */
    void refresh() {
        try {
            Discovery.DiscoveredTopics found = discovery.discover();
            Map<String, Uuid> now = new HashMap<>();
            for (FoundTopic topic : found.topics()) if (topic.chosen()) now.put(topic.name(), topic.id());
            logChanges(now.keySet());
            progress.discovered(found);
            chosen = now;
            if (isUnavailable) LOG.info("the Kafka cluster answers again");
            isUnavailable = false;
        } catch (KafkaException e) {
            if (!isUnavailable) LOG.warn("the Kafka cluster does not answer: {}", ErrorText.text(e));
            isUnavailable = true;
            progress.brokerFailed(ErrorText.text(e));
        }
    }

    private void logChanges(Set<String> now) {
        Set<String> fresh = new TreeSet<>(now);
        fresh.removeAll(chosen.keySet());
        if (!fresh.isEmpty()) LOG.info("dead letter topics found: {}", fresh);
        Set<String> gone = new TreeSet<>(chosen.keySet());
        gone.removeAll(now);
        if (!gone.isEmpty()) LOG.info("dead letter topics that are no more: {}", gone);
    }

    Set<String> wanted() {
        Set<String> wanted = new HashSet<>(chosen.keySet());
        long now = System.nanoTime();
        deniedAt.values().removeIf(since -> now - since > denialTime);
        wanted.removeAll(deniedAt.keySet());
        return wanted;
    }

    Map<String, Uuid> chosen() {
        return chosen;
    }

    void deny(String topic) {
        deniedAt.put(topic, System.nanoTime());
    }

    Map<String, Uuid> ids(Collection<String> names) {
        return discovery.ids(names);
    }
}
