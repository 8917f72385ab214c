package dev.redrive.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.alert.AlertMessage;
import dev.redrive.server.access.Masking;
import dev.redrive.server.pages.SampleSettings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TargetConfigurationTest {
    @Test
    void an_alert_says_which_channel_it_is_about() {
        assertThat(TargetConfiguration.shown(alert("orders"), Masking.nothing()))
                .containsEntry("channel", "orders");
    }

    @Test
    void an_alert_about_all_channels_names_none() {
        assertThat(TargetConfiguration.shown(alert(null), Masking.nothing()))
                .doesNotContainKey("channel")
                .containsEntry("rule", "backlog");
    }

    @Test
    void where_something_is_masked_no_error_text_is_sent() {
        Masking masking = Masking.ofViewers(SampleSettings.at("memory:", "$.iban"));

        assertThat(TargetConfiguration.shown(alert(null), masking)).containsEntry("text", "letters pending: ***");
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
