package dev.redrive.kafka.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Category;
import org.junit.jupiter.api.Test;

class SafeMetersTest {
    @Test
    void every_meter_is_called_each_time_and_may_fail() {
        BrokenMeters broken = new BrokenMeters();
        DlqMeters meters = new SafeMeters(broken);

        meters.published("orders", Category.TIMEOUT);
        meters.notPublished("orders", "Waiting");
        meters.retried("orders");
        meters.notRetried("orders");
        meters.retried("payments");

        assertThat(broken.calls)
                .containsExactly(
                        "published orders TIMEOUT",
                        "notPublished orders Waiting",
                        "retried orders",
                        "notRetried orders",
                        "retried payments");
    }
}
