package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.config.KafkaSettings.Discover;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaSettingsTest {
    @Test
    void without_brokers_there_is_no_kafka() {
        assertThat(SettingsFixture.file("").kafka()).isEmpty();
    }

    @Test
    void brokers_alone_are_enough_and_nothing_is_read_from_them() {
        KafkaSettings kafka = SettingsFixture.environment(
                        Map.of("REDRIVE_KAFKA_BOOTSTRAP_SERVERS", "one:9092, two:9092"))
                .kafka()
                .orElseThrow();

        assertThat(kafka)
                .isEqualTo(new KafkaSettings(
                        List.of("one:9092", "two:9092"),
                        new Discover.None(),
                        List.of(),
                        "redrive",
                        Duration.ofSeconds(30),
                        Duration.ofHours(1),
                        5,
                        Map.of()));
        assertThat(kafka.client()).isEqualTo(Map.of("bootstrap.servers", "one:9092,two:9092"));
    }

    @Test
    void all_settings_can_be_given() {
        KafkaSettings kafka =
                SettingsFixture.both(Map.of("PASSWORD", "geheim"), """
                        kafka:
                          bootstrap-servers: ["one:9092", "two:9092"]
                          discover: [orders.dlq, "payment.*"]
                          topics: [orders, "ledger-*"]
                          group: redrive-eu
                          grace: 2m
                          automatic-within: 1d
                          max-round-trips: 3
                          properties:
                            security.protocol: SASL_SSL
                            sasl.mechanism: PLAIN
                            sasl.jaas.config: a.b.PlainLoginModule required username="u" password="${PASSWORD}";
                        """).kafka().orElseThrow();

        assertThat(kafka.discover())
                .isEqualTo(new Discover.Named(List.of(new Glob("orders.dlq"), new Glob("payment.*"))));
        assertThat(kafka.topics()).containsExactly(new Glob("orders"), new Glob("ledger-*"));
        assertThat(kafka.group()).isEqualTo("redrive-eu");
        assertThat(kafka.grace()).isEqualTo(Duration.ofMinutes(2));
        assertThat(kafka.automaticWithin()).isEqualTo(Duration.ofDays(1));
        assertThat(kafka.maxRoundTrips()).isEqualTo(3);
        assertThat(kafka.client())
                .containsEntry("bootstrap.servers", "one:9092,two:9092")
                .containsEntry("security.protocol", "SASL_SSL");
        assertThat(kafka.properties().get("sasl.jaas.config")).contains("geheim");
        assertThat(kafka.toString()).contains("sasl.jaas.config").doesNotContain("geheim");
    }

    @Test
    void properties_can_come_from_the_environment() {
        ReadSettings read = SettingsFixture.whole(
                Map.of("REDRIVE_KAFKA_PROPERTIES_SECURITY_PROTOCOL", "SSL", "REDRIVE_KAFKA_DISCOVER", "yes"),
                "kafka: { bootstrap-servers: 'one:9092' }");

        assertThat(read.settings().kafka().orElseThrow().properties()).containsEntry("security.protocol", "SSL");
        assertThat(read.settings().kafka().orElseThrow().discover()).isEqualTo(new Discover.All());
        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void topics_to_read_can_be_one_text() {
        KafkaSettings kafka = SettingsFixture.both(
                        Map.of("REDRIVE_KAFKA_DISCOVER", "orders.dlq,payment.*"),
                        "kafka: { bootstrap-servers: 'one:9092' }")
                .kafka()
                .orElseThrow();

        assertThat(kafka.discover())
                .isEqualTo(new Discover.Named(List.of(new Glob("orders.dlq"), new Glob("payment.*"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "discover: true            | bootstrap-servers | is missing; it must be a list; each item is a host and a port, such as localhost:9092",
                "discover: perhaps         | discover | \"perhaps\" is not allowed; it must be true, false or a list of dead letter topics, such as [orders.dlq, payment.*]",
                "discover: []              | discover | the list is empty; fill it or remove the key",
                "discover: ['a b']         | discover[0] | \"a b\" is not allowed; it must be the name of a topic, in which * stands for any characters",
                "topics: ['?']             | topics[0] | \"?\" is not allowed; it must be the name of a topic",
                "grace: 2 minutes          | grace | \"2 minutes\" is not allowed; it must be a duration from 0s to 1d",
                "max-round-trips: 0        | max-round-trips | \"0\" is not allowed; it must be a whole number from 1 to 1000",
                "groups: a                 | groups | there is no such key; did you mean \"group\"? Allowed here: automatic-within, bootstrap-servers, discover, grace, group, max-round-trips, properties, topics",
                "properties: { security.protocl: SSL } | properties.security.protocl | \"security.protocl\" is not allowed; it must be a setting of Kafka's clients that is not decided here, such as security.protocol or sasl.jaas.config; did you mean \"security.protocol\"?",
                "properties: { security.protocol: SLS } | properties.security.protocol | \"SLS\" is not allowed; it must be what Kafka knows for it (string, (case insensitive) [",
                "properties: { acks: '0' }  | properties.acks | \"acks\" is not allowed; it must be a setting of Kafka's clients that is not decided here",
                "properties: { request.timeout.ms: soon } | properties.request.timeout.ms | \"soon\" is not allowed; it must be what Kafka knows for it (int"
            })
    void a_mistake_names_the_key_the_value_and_what_is_allowed(String line, String key, String text) {
        String servers = key.equals("bootstrap-servers") ? "" : "bootstrap-servers: 'one:9092', ";

        assertThat(SettingsFixture.mistakes("kafka: { " + servers + line + " }"))
                .singleElement()
                .asString()
                .startsWith("redrive.kafka." + key + " (redrive.yaml, line 2): " + text);
    }

    @Test
    void a_mistake_in_a_secret_does_not_show_it() {
        String lines = "kafka: { bootstrap-servers: 'one:9092', properties: { sasl.jaas.config: [geheim] } }";

        assertThat(SettingsFixture.mistakes(lines))
                .singleElement()
                .asString()
                .startsWith(
                        "redrive.kafka.properties.sasl.jaas.config (redrive.yaml, line 2): must be what Kafka knows")
                .doesNotContain("geheim");
    }
}
