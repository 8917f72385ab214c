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

/** The topics that are to be read now. One thread looks for them, another one reads. */
final class TopicsToRead {
    private static final Logger LOG = LoggerFactory.getLogger(TopicsToRead.class);
    /** Who may not read a topic tries again after so many looks; each try moves partitions between the nodes. */
    private static final int LOOKS_UNTIL_NEXT_TRY = 10;

    private final Discovery discovery;
    private final IngestProgress progress;
    private final long denial;
    private final Map<String, Long> deniedAt = new ConcurrentHashMap<>();
    private volatile Map<String, Uuid> chosen = Map.of();
    private boolean away;

    TopicsToRead(Discovery discovery, IngestProgress progress, Duration discoverEvery) {
        this.discovery = discovery;
        this.progress = progress;
        this.denial = discoverEvery.multipliedBy(LOOKS_UNTIL_NEXT_TRY).toNanos();
    }

    /** Looks once. While the cluster is away, the topics stay what they were. */
    void look() {
        try {
            Discovery.Seen seen = discovery.look();
            Map<String, Uuid> now = new HashMap<>();
            for (FoundTopic topic : seen.topics()) if (topic.chosen()) now.put(topic.name(), topic.id());
            tell(now.keySet());
            progress.seen(seen);
            chosen = now;
            if (away) LOG.info("the Kafka cluster answers again");
            away = false;
        } catch (KafkaException e) {
            if (!away) LOG.warn("the Kafka cluster does not answer: {}", ErrorText.text(e));
            away = true;
            progress.brokerAway(ErrorText.text(e));
        }
    }

    private void tell(Set<String> now) {
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
        deniedAt.values().removeIf(since -> now - since > denial);
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
