package dev.redrive.kafka.publish;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The order of records, by dead letter topic. */
final class TopicOrders {
    private final Map<String, TopicOrder> orders = new ConcurrentHashMap<>();

    TopicOrder of(String topic) {
        TopicOrder order = orders.get(topic);
        return order == null ? orders.computeIfAbsent(topic, t -> new TopicOrder()) : order;
    }

    /** Topics of which a record may still come into the journal that belongs before others in it. */
    Set<String> unsettled() {
        return orders.entrySet().stream()
                .filter(order -> !order.getValue().isSettled())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
