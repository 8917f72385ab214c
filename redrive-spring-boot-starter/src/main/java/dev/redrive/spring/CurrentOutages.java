package dev.redrive.spring;

import dev.redrive.kafka.spring.OutageListener;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The listeners that are paused now because they fail as a whole, with their errors. */
final class CurrentOutages implements OutageListener {
    private final Map<String, String> outages = new ConcurrentHashMap<>();

    Map<String, String> outages() {
        return new TreeMap<>(outages);
    }

    @Override
    public void began(String listener, String errorType) {
        outages.put(listener, errorType);
    }

    @Override
    public void probed(String listener, Duration untilNext) {}

    @Override
    public void ended(String listener, Duration lasted) {
        outages.remove(listener);
    }
}
