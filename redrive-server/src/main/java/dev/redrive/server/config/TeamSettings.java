package dev.redrive.server.config;

import dev.redrive.server.config.AlertSettings.Email;
import dev.redrive.server.config.AlertSettings.Webhook;
import dev.redrive.text.Glob;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The people who own the channels that match, and where alerts about these go.
 *
 * @param members their names as tokens and sessions have them
 * @param alerts empty when alerts about them go where all others go
 */
public record TeamSettings(String name, List<Glob> channels, List<String> members, Optional<Notify> alerts) {
    public TeamSettings {
        channels = List.copyOf(channels);
        members = List.copyOf(members);
    }

    public boolean owns(String channel) {
        return channels.stream().anyMatch(glob -> glob.matches(channel));
    }

    /**
     * Notification channels of a team's own. At least one is there.
     *
     * @param email the mail server of all alerts, with the team's recipients
     */
    public record Notify(Optional<Email> email, Optional<URI> slack, Optional<Webhook> webhook) {
        /** Without addresses, which may be secrets. */
        @Override
        public String toString() {
            return "Notify[" + String.join(", ", names()) + "]";
        }

        public List<String> names() {
            return Stream.of(email.map(there -> "email"), slack.map(there -> "slack"), webhook.map(there -> "webhook"))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }
}
