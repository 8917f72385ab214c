package dev.redrive.server.config;

import dev.redrive.text.Glob;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The alert rules and the notification channels. */
public record AlertSettings(
        List<AlertRule> rules,
        Duration quiet,
        Duration every,
        Optional<Email> email,
        Optional<URI> slack,
        Optional<Webhook> webhook) {

    public AlertSettings {
        rules = List.copyOf(rules);
    }

    /** Without Slack's address, which is a secret. */
    @Override
    public String toString() {
        return "AlertSettings[" + rules + ", " + email + ", " + webhook + "]";
    }

    /** How bad it is. */
    public enum Severity {
        INFO,
        WARNING,
        ERROR,
        CRITICAL
    }

    /** What a rule looks at. All but the last two are numbers; those are things that happen. */
    public enum Subject {
        PENDING,
        FAILED,
        MANUAL,
        INGESTION_PER_MINUTE,
        BACKLOG,
        RESOLUTION_RATE,
        QUEUE_SIZE,
        OLDEST_AGE,
        RETENTION_FAILURES,
        RETENTION_OVERDUE,
        NEW_CAUSE,
        CAUSE_REGRESSED;

        /** True for what is about the whole server and no channel. */
        public boolean isOfAllChannels() {
            return this == RETENTION_FAILURES || this == RETENTION_OVERDUE;
        }
    }

    /** On which side of the threshold it is bad. */
    public enum Comparison {
        ABOVE,
        BELOW
    }

    /** A condition that raises an alert, written {@code backlog > 10000} in the configuration. */
    public record AlertRule(
            String name,
            Subject subject,
            Comparison comparison,
            double threshold,
            Severity severity,
            Optional<Glob> channel) {}

    /** A mail server and its recipients. */
    public record Email(
            String host,
            int port,
            Security security,
            Optional<String> user,
            Optional<String> password,
            String from,
            List<String> to) {
        /** How the connection is protected. */
        public enum Security {
            NONE,
            STARTTLS,
            TLS
        }

        public Email {
            to = List.copyOf(to);
        }

        /** The same mail server with other recipients. */
        Email to(List<String> others) {
            return new Email(host, port, security, user, password, from, others);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Email[" + host + ":" + port + " " + security + ", from " + from + " to " + to + "]";
        }
    }

    /** An address that gets CloudEvents, signed with the secret if there is one. */
    public record Webhook(URI url, Optional<String> secret) {
        /** Without the secret, and without the path, which may be one. */
        @Override
        public String toString() {
            return "Webhook[" + url.getHost() + "]";
        }
    }
}
