package dev.redrive.server.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.Target;
import dev.redrive.json.Json;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.text.Glob;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final String CARD = "4111111111111111";

    private Redrive redrive = Redrive.open("memory:");
    private final AtomicInteger wrapped = new AtomicInteger();
    private Receiver receiver;

    @BeforeEach
    void open() throws IOException {
        receiver = new Receiver();
    }

    @AfterEach
    void close() {
        redrive.close();
        receiver.close();
    }

    private void register(ChannelSettings... channels) {
        new Targets(letter -> Map.of(), this::counted, InstantSource.system(), this::topic)
                .register(redrive, List.of(channels));
    }

    private Target topic(ChannelSettings.KafkaTarget target) {
        return letter -> new Target.Delivery.Sent("kafka:" + target.topic().orElseThrow() + "/0/1");
    }

    private Target counted(Target target) {
        return letter -> {
            wrapped.incrementAndGet();
            return target.send(letter);
        };
    }

    private ChannelSettings channel(String match, String path) {
        var target =
                new ChannelSettings.HttpTarget(receiver.url(path), Duration.ofSeconds(20), Map.of(), Optional.empty());
        return new ChannelSettings(
                new Glob(match),
                Optional.of(target),
                false,
                OptionalDouble.of(50),
                OptionalInt.empty(),
                Optional.empty());
    }

    private static ChannelSettings withoutTarget(String match) {
        return new ChannelSettings(
                new Glob(match), Optional.empty(), true, OptionalDouble.empty(), OptionalInt.empty(), Optional.empty());
    }

    private LetterId captured(String channel, Exception why) {
        return redrive.capture(FailedMessage.of(channel, Message.of("{}"), why)).id();
    }

    /** A letter that is not retried automatically, for manual retries. */
    private LetterId invalid(String channel) {
        return captured(channel, new IllegalArgumentException("amount is negative"));
    }

    @Test
    void the_first_channel_that_matches_says_where_a_letter_goes() throws Exception {
        register(channel("payment.card", "/card"), channel("payment.*", "/any"), channel("payment.*", "/never"));

        redrive.letters().retry(invalid("payment.card"), "ann");
        redrive.letters().retry(invalid("payment.debit"), "ann");

        assertThat(List.of(receiver.next().path(), receiver.next().path())).containsExactlyInAnyOrder("/card", "/any");
        assertThat(wrapped).hasPositiveValue();
    }

    @Test
    void a_letter_that_was_taken_is_resolved() {
        register(channel("orders", "/orders"));
        LetterId id = invalid("orders");

        RetryResult result = redrive.letters().retry(id, "ann");

        assertThat(result).isNotNull();
        assertThat(redrive.letters().find(id).orElseThrow().status()).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void letters_of_a_channel_without_a_target_wait() {
        register(withoutTarget("ledger"), channel("orders", "/orders"));

        LetterId id = captured("ledger", new SocketTimeoutException("late"));

        assertThat(redrive.letters().find(id).orElseThrow().status()).isEqualTo(LetterStatus.PENDING);
        assertThat(receiver.gotNothing()).isTrue();
    }

    // Answers

    private String answered(String value, String answer) {
        redrive.close();
        SealKeys keys = SealKeys.of("k1", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));
        redrive = Redrive.on(new InMemoryDeadLetterStore(InstantSource.system()))
                .redact(Redaction.none()
                        .sealing("$.card")
                        .sealingLike("card-number")
                        .with(keys))
                .open();
        receiver.saying(422, answer, Map.of("Content-Type", "text/plain"));
        register(channel("orders", "/orders"));
        Message message = Message.of("{\"card\":" + Json.quote(value) + ",\"note\":\"of " + CARD + "\"}");
        LetterId id = redrive.capture(FailedMessage.of("orders", message, new IllegalArgumentException("no")))
                .id();

        redrive.letters().retry(id, "ann");

        return redrive.letters().find(id).orElseThrow().lastFailure().toString();
    }

    @Test
    void what_is_hidden_is_hidden_in_an_answer_before_it_is_cut() {
        assertThat(answered("SECRET-OF-ANN", "x".repeat(190) + "SECRET-OF-ANN"))
                .contains("answered 422: xxx")
                .contains("x***")
                .doesNotContain("SECRET");
        assertThat(answered("SECRET", "y".repeat(185) + " " + CARD)).doesNotContain("4111");
        assertThat(answered("S".repeat(3000), "z".repeat(190) + "S".repeat(3000)))
                .doesNotContain("SSSS");
    }

    @Test
    void what_is_hidden_is_found_in_an_answer_whatever_became_of_its_blanks() {
        assertThat(answered("Ann  of\nGreen\tGables", "no Ann  of\nGreen\tGables here"))
                .contains("answered 422: no *** here");
        assertThat(answered("Ann  of\nGreen\tGables", "no Ann of Green Gables here"))
                .contains("answered 422: no *** here");
    }

    // Causes

    @Test
    void refusals_of_two_targets_are_two_causes_and_each_is_retried_by_itself() throws IOException {
        try (Receiver stock = new Receiver()) {
            receiver.saying(503, "overloaded", Map.of());
            stock.saying(500, "broken", Map.of());
            var items = new ChannelSettings.HttpTarget(
                    stock.url("/items"), Duration.ofSeconds(20), Map.of(), Optional.empty());
            register(
                    channel("payments", "/charges"),
                    new ChannelSettings(
                            new Glob("stock"),
                            Optional.of(items),
                            false,
                            OptionalDouble.empty(),
                            OptionalInt.empty(),
                            Optional.empty()));
            LetterId payment = invalid("payments");
            LetterId item = invalid("stock");

            redrive.letters().retry(payment, "jo");
            redrive.letters().retry(item, "jo");

            DeadLetter refused = redrive.letters().find(payment).orElseThrow();
            DeadLetter broken = redrive.letters().find(item).orElseThrow();
            assertThat(refused.cause()).isEqualTo(broken.cause());
            assertThat(refused.lastCause()).isNotEqualTo(broken.lastCause());
            assertThat(redrive.letters()
                            .cause(refused.lastCause())
                            .orElseThrow()
                            .title())
                    .isEqualTo("RejectedByTarget: " + receiver.url("/charges") + " answered 503");
            Filter ofRefusal = Filter.builder().anyCause(refused.lastCause()).build();
            assertThat(redrive.letters()
                            .moveAll(ofRefusal, ManualMove.reset("jo"))
                            .moved())
                    .isEqualTo(1);
            assertThat(redrive.letters().find(item).orElseThrow().retryCount()).isEqualTo(1);
        }
    }
}
