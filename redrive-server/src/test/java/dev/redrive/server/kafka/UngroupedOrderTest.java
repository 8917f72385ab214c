package dev.redrive.server.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.config.ChannelSettings;
import dev.redrive.text.Glob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UngroupedOrderTest {
    private static ChannelSettings channel(
            String match, boolean ordered, ChannelSettings.@Nullable TargetSettings target) {
        return new ChannelSettings(
                new Glob(match),
                Optional.ofNullable(target),
                ordered,
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Optional.empty());
    }

    private static ChannelSettings.KafkaTarget kafka(@Nullable String group) {
        return new ChannelSettings.KafkaTarget(Optional.empty(), Optional.ofNullable(group));
    }

    @Test
    void ordered_channels_without_a_consumer_group_are_reported() {
        List<String> warnings = UngroupedOrder.in(List.of(
                channel("no-group", true, kafka(null)),
                channel("no-target", true, null),
                channel("group", true, kafka("shop")),
                channel("unordered", false, kafka(null))));

        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0)).contains("no-group", "target.kafka.consumer-group", "confirmed by hand");
        assertThat(warnings.get(1)).contains("no-target");
    }
}
