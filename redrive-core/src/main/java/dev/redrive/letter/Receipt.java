package dev.redrive.letter;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The topic, partition and offset at which Kafka stored a letter that was sent back.
 *
 * @param group the consumer group that should process it, when it is known
 */
public record Receipt(
        String topic, int partition, long offset, @Nullable String group) {
    private static final String SCHEME = "kafka:";

    /** {@code kafka:orders/3/1234/group}; a topic has no slash in its name, a group may have. */
    public String text() {
        return SCHEME + topic + "/" + partition + "/" + offset + (group == null ? "" : "/" + group);
    }

    /** Empty when it is the receipt of another kind of target. */
    public static Optional<Receipt> of(String text) {
        if (!text.startsWith(SCHEME)) return Optional.empty();
        String[] parts = text.substring(SCHEME.length()).split("/", 4);
        if (parts.length < 3) return Optional.empty();
        try {
            return Optional.of(new Receipt(
                    parts[0],
                    Integer.parseInt(parts[1]),
                    Long.parseLong(parts[2]),
                    parts.length == 4 ? parts[3] : null));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
