package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.FailedMessage;
import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.InstantSource;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** What a replay sends of letters with sealed values when its transform changes them. */
class ReplaySealedTest {
    private static final Redaction SEALED = Redaction.none()
            .with(SealKeys.of("a", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES])))
            .sealing("$.pan", "$.lines[*].iban");

    private static ReplayFixture shop(String after) {
        return new ReplayFixture(
                new InMemoryDeadLetterStore(InstantSource.system()),
                chosen -> chosen.redact(SEALED)
                        .transformer(task -> letter ->
                                new LetterTransformer.Prepared.Changed(Edit.payload(Payload.of(after), null))));
    }

    private static LetterId captured(ReplayFixture shop, String payload) {
        return shop.redrive
                .capture(FailedMessage.of("payments", Message.of(payload), new IllegalStateException("what is this?")))
                .id();
    }

    private static Replay run(ReplayFixture shop) {
        return shop.run(request());
    }

    private static PlanRequest request() {
        return new PlanRequest(
                ReplayFixture.all().selection(),
                Brakes.defaults(),
                new ReplayTask(null, "other", false),
                Json.EMPTY_OBJECT,
                "anna");
    }

    @Test
    void a_transform_gives_a_sealed_place_another_value() {
        String after = "{\"pan\":\"NEW-1\",\"t\":\"***\"}";
        try (ReplayFixture shop = shop(after)) {
            LetterId id = captured(shop, "{\"pan\":\"OLD-1\",\"was\":\"***\"}");

            run(shop);

            assertThat(shop.arrived).containsExactly(after);
            assertThat(shop.letter(id).payload().text()).isEqualTo("{\"pan\":\"***\",\"t\":\"***\"}");
        }
    }

    @Test
    void a_transform_that_removes_an_element_leaves_the_others_their_values() {
        String after = "{\"lines\":[{\"id\":2,\"iban\":\"B\"}]}";
        try (ReplayFixture shop = shop(after)) {
            captured(shop, "{\"lines\":[{\"id\":1,\"iban\":\"A\"},{\"id\":2,\"iban\":\"B\"}]}");

            run(shop);

            assertThat(shop.arrived).containsExactly(after);
        }
    }

    @Test
    void a_transform_that_writes_a_mask_over_a_sealed_value_sends_nothing() {
        try (ReplayFixture shop = shop("{\"pan\":\"***\"}")) {
            LetterId id = captured(shop, "{\"pan\":\"OLD-1\"}");

            Replay done = shop.await(shop.start(request()).id(), ReplayState.FAILED);

            assertThat(shop.arrived).isEmpty();
            assertThat(shop.why(done.id(), id)).startsWith("after the transform, ");
        }
    }
}
