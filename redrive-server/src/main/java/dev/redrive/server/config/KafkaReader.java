package dev.redrive.server.config;

import dev.redrive.server.config.KafkaSettings.Discover;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code kafka}: where the brokers are, which dead letter topics are read, and where letters may go back to. */
final class KafkaReader {
    private static final String SERVERS = "bootstrap-servers";
    private static final String DISCOVER = "discover";
    private static final Pattern TOPICS = Pattern.compile("[A-Za-z0-9._*-]{1,249}");
    private static final Pattern HAS_A_MARK = Pattern.compile(".*[._*-].*");

    private static final ValueForm<Glob> TOPIC_PATTERN = ValueForm.of(
            "the name of a topic, in which * stands for any characters, such as orders.*", KafkaReader::topicPattern);

    /** A word that is neither yes nor no is more likely a slip than the name of a dead letter topic. */
    private static final ValueForm<Glob> TOPICS_IN_A_TEXT =
            ValueForm.of("true, false or a list of dead letter topics, such as [orders.dlq, payment.*]", text -> {
                if (!HAS_A_MARK.matcher(text).matches()) throw ValueForms.notAllowed();
                return topicPattern(text);
            });

    private KafkaReader() {}

    /** Empty when there is no Kafka, and after a mistake. */
    static Optional<KafkaSettings> read(Section root) {
        return root.ifGiven("kafka", KafkaReader::kafka);
    }

    private static Optional<KafkaSettings> kafka(Section section) {
        List<String> servers = section.requiredValues(SERVERS, ValueForms.BROKER);
        Discover discover = discover(section);
        List<Glob> topics = section.values("topics", TOPIC_PATTERN);
        String group = section.value("group", ValueForms.TEXT).orElse("redrive");
        Duration grace = section.value("grace", ValueForms.duration("0s", "1d")).orElse(Duration.ofSeconds(30));
        Duration automaticWithin = section.value("automatic-within", ValueForms.duration("0s", "3650d"))
                .orElse(Duration.ofHours(1));
        int roundTrips = section.value("max-round-trips", ValueForms.wholeNumber(1, 1000))
                .orElse(5);
        Map<String, String> properties = KafkaProperties.read(section);
        if (servers.isEmpty()) return Optional.empty();
        return Optional.of(
                new KafkaSettings(servers, discover, topics, group, grace, automaticWithin, roundTrips, properties));
    }

    private static Discover discover(Section section) {
        if (section.isList(DISCOVER)) return named(section.values(DISCOVER, TOPIC_PATTERN));
        Optional<Boolean> all = section.valueIfFits(DISCOVER, ValueForms.YES_OR_NO);
        if (all.isPresent()) return all.get() ? new Discover.All() : new Discover.None();
        return named(section.values(DISCOVER, TOPICS_IN_A_TEXT));
    }

    private static Discover named(List<Glob> names) {
        return names.isEmpty() ? new Discover.None() : new Discover.Named(names);
    }

    private static Glob topicPattern(String text) {
        if (!TOPICS.matcher(text).matches()) throw ValueForms.notAllowed();
        return new Glob(text);
    }
}
