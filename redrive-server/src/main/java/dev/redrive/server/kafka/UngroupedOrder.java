package dev.redrive.server.kafka;

import dev.redrive.server.config.ChannelSettings;
import java.util.List;

/** Ordered channels whose letters go back to Kafka, without a configured consumer group. */
public final class UngroupedOrder {
    private UngroupedOrder() {}

    /** A line for each, which says what happens and what to do. */
    public static List<String> in(List<ChannelSettings> channels) {
        return channels.stream()
                .filter(UngroupedOrder::isOne)
                .map(
                        channel -> "the channel " + channel.match().pattern()
                                + " is ordered, and no target.kafka.consumer-group names the group that processes its letters: after one that"
                                + " does not name its group itself, the next letters with its key wait until it is confirmed by hand")
                .toList();
    }

    private static boolean isOne(ChannelSettings channel) {
        if (!channel.ordered()) return false;
        return channel.target()
                .map(target -> target instanceof ChannelSettings.KafkaTarget kafka
                        && kafka.consumerGroup().isEmpty())
                .orElse(true);
    }
}
