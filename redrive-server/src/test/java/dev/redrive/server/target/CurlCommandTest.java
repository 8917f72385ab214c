package dev.redrive.server.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.text.Glob;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The request to a target as a command. */
class CurlCommandTest {
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

    private DeadLetter letter(Message message) {
        LetterBuilder builder =
                new LetterBuilder(new LetterIds(clock)).from("orders").message(message);
        return store.find(store.capture(List.of(builder.build())).get(0).id()).orElseThrow();
    }

    private static List<ChannelSettings> channels() {
        return List.of(new ChannelSettings(
                new Glob("orders"),
                Optional.of(new ChannelSettings.HttpTarget(
                        URI.create("http://localhost:9000/in?key=s3cret"),
                        Duration.ofSeconds(1),
                        Map.of("X-Api-Key", "s3cret"),
                        Optional.empty())),
                false,
                OptionalDouble.empty(),
                Optional.empty()));
    }

    @Test
    void it_has_the_address_the_headers_and_the_payload_and_no_secret_of_the_settings() {
        DeadLetter letter = letter(Message.of("{\"name\":\"O'Neill\"}")
                .with(Headers.of(Map.of("x-shop", "7", "Authorization", "Bearer s3cret"))));

        assertThat(CurlCommand.of(letter, channels()).orElseThrow())
                .startsWith("curl -i -X POST 'http://localhost:9000/in' ")
                .contains(
                        "-H 'x-shop: 7'",
                        "-H 'Content-Type: application/json'",
                        "-H 'X-Api-Key: VALUE_OF_THE_SETTINGS'")
                .contains("--data-binary '{\"name\":\"O'\\''Neill\"}'")
                .doesNotContain("s3cret");
    }

    @Test
    void what_cannot_be_seen_is_too_long_or_would_be_read_from_a_file_stays_out_of_it() {
        for (String payload : List.of("order \u202E0001", "x".repeat(10_000), "@/etc/passwd"))
            assertThat(CurlCommand.of(letter(Message.of(payload)), channels()).orElseThrow())
                    .endsWith("--data-binary @payload");
    }

    @Test
    void without_an_http_target_there_is_none() {
        assertThat(CurlCommand.of(letter(Message.of("{}")), List.of())).isEmpty();
    }
}
