package dev.redrive.server.channels;

import dev.redrive.server.access.Masking;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.nodes.NodeCircuit;
import dev.redrive.store.questions.ChannelQueue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All that is known of one channel.
 *
 * @param oldest when its oldest open letter was captured
 * @param trouble what is wrong with its target, as it said itself when asked
 * @param circuitsElsewhere the circuits of its target that are not closed on other nodes
 * @param topics the dead letter topics whose letters are in this channel
 */
public record ChannelReport(
        ChannelSummary summary,
        Optional<Instant> oldest,
        ChannelQueue queue,
        Optional<String> trouble,
        List<NodeCircuit> circuitsElsewhere,
        List<ChannelPolicies.InForce> policies,
        List<KafkaReport.Topic> topics) {
    public ChannelReport {
        circuitsElsewhere = List.copyOf(circuitsElsewhere);
        policies = List.copyOf(policies);
        topics = List.copyOf(topics);
    }

    /** The records that wait in its dead letter topics; empty when it has none. */
    public OptionalLong kafkaLag() {
        return topics.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        topics.stream().mapToLong(KafkaReport.Topic::lag).sum());
    }

    /** As a caller may see it: the reason of a hold may quote payloads. */
    ChannelReport shown(Masking masking) {
        return new ChannelReport(
                summary.withHold(summary.hold().map(masking::shown)),
                oldest,
                queue,
                trouble,
                circuitsElsewhere,
                policies,
                topics);
    }
}
