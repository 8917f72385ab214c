package dev.redrive.kafka.publish;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The lane of each dead letter topic. */
final class TopicOrders {
    private final Map<String, TopicOrder> lanes = new ConcurrentHashMap<>();

    TopicOrder of(String topic) {
        TopicOrder lane = lanes.get(topic);
        return lane == null ? lanes.computeIfAbsent(topic, t -> new TopicOrder()) : lane;
    }

    /** Topics of which a record may still come into the journal that belongs before others in it. */
    Set<String> unsettled() {
        return lanes.entrySet().stream()
                .filter(lane -> !lane.getValue().settled())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
