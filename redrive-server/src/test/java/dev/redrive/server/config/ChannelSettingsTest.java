package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.config.ChannelSettings.HttpTarget;
import dev.redrive.server.config.ChannelSettings.KafkaTarget;
import dev.redrive.text.Glob;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelSettingsTest {
    @Test
    void channels_keep_their_order_and_have_defaults() {
        Settings settings = SettingsFixture.both(Map.of("KEY", "s3cret"), """
                channels:
                  - match: payment.*
                    target: { http: { url: "https://pay.example.com/in?x=1", timeout: 5s, headers: { X-Api-Key: "${KEY}" } } }
                    ordered: true
                    rate-per-second: 0.5
                    concurrency: 3
                  - match: orders
                    target: { http: { url: "http://localhost:9000" } }
                  - match: "*"
                """);

        assertThat(settings.channels())
                .containsExactly(
                        new ChannelSettings(
                                new Glob("payment.*"),
                                Optional.of(new HttpTarget(
                                        URI.create("https://pay.example.com/in?x=1"),
                                        Duration.ofSeconds(5),
                                        Map.of("X-Api-Key", "s3cret"),
                                        Optional.empty())),
                                true,
                                OptionalDouble.of(0.5),
                                OptionalInt.of(3),
                                Optional.empty()),
                        new ChannelSettings(
                                new Glob("orders"),
                                Optional.of(new HttpTarget(
                                        URI.create("http://localhost:9000"),
                                        Duration.ofSeconds(30),
                                        Map.of(),
                                        Optional.empty())),
                                false,
                                OptionalDouble.empty(),
                                OptionalInt.empty(),
                                Optional.empty()),
                        new ChannelSettings(
                                new Glob("*"),
                                Optional.empty(),
                                false,
                                OptionalDouble.empty(),
                                OptionalInt.empty(),
                                Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "- { match: a, target: { kafka: { topic: t } } }   | channels[0].target.kafka | needs brokers; set redrive.kafka.bootstrap-servers",
                "- { match: a, target: { kafka: { topic: a/b } } } | channels[0].target.kafka.topic | \"a/b\" is not allowed; it must be the name of a topic",
                "- { match: a, target: { kafka: { topik: t } } }   | channels[0].target.kafka.topik | there is no such key; did you mean \"topic\"? Allowed here: consumer-group, topic",
                "- { match: a, target: { http: { url: 'http://h' }, kafka: { topic: t } } } | channels[0].target | says both http and kafka; a letter goes to one of them",
                "- { match: a, target: { topic: t } }              | channels[0].target | says nothing; give it http with a url, or kafka with a topic",
                "- { match: a, target: { http: {} } }              | channels[0].target.http.url | is missing; it must be an http or https URL",
                "- { match: a, target: http }                      | channels[0].target | must be a group of keys, and is a single value",
                "- { ordered: true }                               | channels[0].match | is missing; it must be a name",
                "- { match: '' }                                   | channels[0].match | \"\" is not allowed; it must be a name",
                "- { match: [a] }                                  | channels[0].match | must be a name, in which * stands for any characters, such as payment.*, and is a list",
                "- { match: a, ordered: maybe }                    | channels[0].ordered | \"maybe\" is not allowed; it must be true or false",
                "- { match: a, rate-per-second: 0 }                | channels[0].rate-per-second | \"0\" is not allowed; it must be a number above 0 and at most 1000000",
                "- { match: a, rate-per-second: -1 }               | channels[0].rate-per-second | \"-1\" is not allowed",
                "- { match: a, rate-per-sec: 5 }                   | channels[0].rate-per-sec | there is no such key; did you mean \"rate-per-second\"? Allowed here: concurrency, match, ordered, rate-per-second, schema, target",
                "- { match: a, concurrency: 0 }                    | channels[0].concurrency | \"0\" is not allowed; it must be a whole number from 1 to 10000",
                "- orders                                          | channels[0] | must be a group of keys, and is a single value"
            })
    void a_wrong_channel_is_reported(String channel, String key, String text) {
        assertThat(SettingsFixture.mistakes("channels:\n  " + channel))
                .anySatisfy(mistake ->
                        assertThat(mistake).startsWith("redrive." + key + " (redrive.yaml, line 3): " + text));
    }

    @Test
    void letters_of_a_channel_go_to_a_topic_or_to_the_one_they_came_from() {
        Settings settings = SettingsFixture.file("""
                kafka: { bootstrap-servers: "localhost:9092" }
                channels:
                  - { match: orders, target: { kafka: { topic: orders-again, consumer-group: shipping } } }
                  - { match: "*", target: { kafka: { consumer-group: all } } }
                """);

        assertThat(settings.channels())
                .extracting(channel -> channel.target().orElseThrow())
                .containsExactly(
                        new KafkaTarget(Optional.of("orders-again"), Optional.of("shipping")),
                        new KafkaTarget(Optional.empty(), Optional.of("all")));
    }

    @ParameterizedTest
    @CsvSource({
        "ftp://host/x,               ftp://host/x",
        "host/x,                     host/x",
        "http:///x,                  http:///x",
        "http://user:geheim@host/,   …@host/",
        "http://host:99999/,         http://host:99999/",
        "http://ho st/?key=geheim,   http://ho st/?…",
        "file:///etc/passwd,         file:///etc/passwd"
    })
    void only_plain_web_addresses_are_targets(String url, String shown) {
        String lines = "channels:\n  - { match: a, target: { http: { url: \"" + url + "\" } } }";

        assertThat(SettingsFixture.mistakes(lines))
                .containsExactly("redrive.channels[0].target.http.url (redrive.yaml, line 3): \"" + shown
                        + "\" is not allowed; it must be an http or https URL with a host, without user and password,"
                        + " such as http://localhost:9000/orders");
    }

    @Test
    void the_same_pattern_twice_is_a_mistake() {
        assertThat(SettingsFixture.mistakes("channels:\n  - match: a\n  - match: a"))
                .containsExactly(
                        "redrive.channels[1].match (redrive.yaml, line 4): \"a\" is there twice; the second would"
                                + " never be used");
    }

    @Test
    void a_header_of_the_connection_or_with_a_line_break_is_refused_without_its_value() {
        assertThat(SettingsFixture.mistakes("""
                        channels:
                          - match: a
                            target: { http: { url: "http://h", headers: { Host: geheim, X-Ok: "geheim\\nX-Bad: 1", "X Y": geheim } } }
                        """))
                .hasSize(3)
                .allSatisfy(mistake -> assertThat(mistake).doesNotContain("geheim"))
                .anySatisfy(
                        mistake -> assertThat(mistake).contains("headers.Host").contains("\"Host\" is not allowed"))
                .anySatisfy(mistake -> assertThat(mistake).contains("headers.X-Ok"))
                .anySatisfy(mistake -> assertThat(mistake).contains("headers.X Y"));
    }

    /** The client of the JDK refuses it, which would be at the start. */
    @Test
    void a_header_whose_value_no_client_sends_is_refused_without_it() {
        assertThat(SettingsFixture.mistakes("""
                        channels:
                          - match: a
                            target: { http: { url: "http://h", headers: { X-Ok: "tsch\u00fc\u00df", X-Bad: "geheim\u2026" } } }
                        """))
                .singleElement()
                .asString()
                .contains("headers.X-Bad", "ISO-8859-1")
                .doesNotContain("geheim");
    }
}
