package dev.redrive.server.config;

import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The brokers whose dead letter topics are read, and where letters may go back to.
 *
 * @param discover the dead letter topics that are read; the others are only listed
 * @param topics where letters may go back to, besides the topics that the dead letter topics which are read belong to
 * @param group the consumer group in which several servers share the partitions
 * @param grace how long a letter that was sent back has time to come back
 * @param automaticWithin what failed longer ago when it is read waits for a person instead of being sent back by itself
 * @param maxRoundTrips after how many times of being sent and coming back a letter waits for a person
 * @param properties further properties of Kafka's clients, such as credentials
 */
public record KafkaSettings(
        List<String> bootstrapServers,
        Discover discover,
        List<Glob> topics,
        String group,
        Duration grace,
        Duration automaticWithin,
        int maxRoundTrips,
        Map<String, String> properties) {

    public KafkaSettings {
        bootstrapServers = List.copyOf(bootstrapServers);
        topics = List.copyOf(topics);
        properties = Map.copyOf(properties);
    }

    /** What every client of Kafka is made with. */
    public Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>(properties);
        client.put("bootstrap.servers", String.join(",", bootstrapServers));
        return client;
    }

    /** Without the values of properties, which may be secrets. */
    @Override
    public String toString() {
        return "KafkaSettings[" + bootstrapServers + ", " + discover + ", " + topics + ", " + group + ", "
                + properties.keySet() + "]";
    }

    /** Which dead letter topics are read. */
    public sealed interface Discover {
        /** All topics whose names say that they are dead letter topics, now and later. */
        record All() implements Discover {}

        /** Those that the configuration names, whatever they are called. */
        record Named(List<Glob> names) implements Discover {
            public Named {
                names = List.copyOf(names);
            }
        }

        /** None: what looks like a dead letter topic is listed and left alone. */
        record None() implements Discover {}
    }
}
