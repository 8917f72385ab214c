package dev.redrive.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.logbook.AlertMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    @Test
    void an_alert_says_which_channel_it_is_about() {
        assertThat(Connections.shown(alert("orders"))).containsEntry("channel", "orders");
    }

    @Test
    void an_alert_about_all_channels_names_none() {
        assertThat(Connections.shown(alert(null))).doesNotContainKey("channel").containsEntry("rule", "backlog");
    }

    private static AlertMessage alert(@Nullable String channel) {
        return new AlertMessage(
                "1",
                "backlog",
                channel,
                "WARNING",
                AlertMessage.Kind.STARTED,
                "letters pending: 120, more than 100",
                Instant.EPOCH,
                List.of());
    }
}
