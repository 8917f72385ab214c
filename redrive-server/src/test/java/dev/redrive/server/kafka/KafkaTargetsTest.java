package dev.redrive.server.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.TargetOptions;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.KafkaSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaTargetsTest {
    private final Redrive redrive = Redrive.open("memory:");
    private final KafkaTargets returns = returns();

    private static KafkaTargets returns() {
        KafkaSettings settings = new KafkaSettings(
                List.of("localhost:1"),
                new KafkaSettings.Discover.All(),
                List.of(),
                "redrive",
                Duration.ofSeconds(1),
                Duration.ofHours(1),
                5,
                Map.of());
        return new KafkaTargets(settings, List.of(), UnaryOperator.identity());
    }

    @AfterEach
    void close() {
        redrive.close();
        returns.close();
    }

    /** A letter that is not retried automatically. */
    private LetterId invalid() {
        Message message = Message.of("{}").with(Origin.of("orders", 0, 7));
        return redrive.capture(FailedMessage.of("orders", message, new IllegalArgumentException("bad")))
                .id();
    }

    private void sendBack() {
        redrive.send(
                "orders",
                returns.to(new ChannelSettings.KafkaTarget(Optional.empty(), Optional.of("shop"))),
                TargetOptions.defaults());
    }

    @Test
    void until_the_topics_are_known_a_letter_is_not_tried() {
        sendBack();
        LetterId id = invalid();

        RetryResult result = redrive.letters().retry(id, "ann");

        DeadLetter letter = redrive.letters().find(id).orElseThrow();
        assertThat(result)
                .isEqualTo(new RetryResult.NotNow("the brokers have not said yet which dead letter topics there are"));
        assertThat(letter.status()).isEqualTo(LetterStatus.FAILED);
        assertThat(letter.retryCount()).isZero();
        assertThat(letter.attempts()).isEmpty();
    }

    /** For instance because its dead letter topic was deleted before a restart. */
    @Test
    void a_letter_of_a_topic_that_is_not_allowed_waits_and_is_not_tried() {
        returns.ask(() -> Optional.of(Set.of("bills")));
        sendBack();
        LetterId id = invalid();

        RetryResult result = redrive.letters().retry(id, "ann");

        DeadLetter letter = redrive.letters().find(id).orElseThrow();
        assertThat(result)
                .isInstanceOfSatisfying(
                        RetryResult.NotNow.class,
                        not -> assertThat(not.why()).contains("orders", "redrive.kafka.topics"));
        assertThat(letter.retryCount()).isZero();
        assertThat(letter.attempts()).isEmpty();
    }
}
