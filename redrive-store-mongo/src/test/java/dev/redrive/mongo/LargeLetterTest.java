package dev.redrive.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testmongo.TestMongo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonBinarySubType;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Letters that one document of 16 MB has no room for. */
class LargeLetterTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final String database = TestMongo.freshDatabase();
    private final MongoDeadLetterStore store = MongoDeadLetterStore.open(TestMongo.url(database), clock);
    private final MongoClient client = MongoClients.create(TestMongo.url(database));
    private final MongoDatabase documents = client.getDatabase(database);

    @AfterEach
    void close() {
        client.close();
        store.close();
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private LetterId captured(Message message) {
        return store.capture(List.of(new LetterBuilder(ids).message(message).build()))
                .get(0)
                .id();
    }

    private long chunks() {
        return documents.getCollection("dlq_parts").countDocuments();
    }

    @Test
    void a_payload_above_16_megabytes_lives_as_any_other() {
        Payload large = Payload.of(bytes(20_000_000));
        Sealed sealed = Sealed.of(bytes(3_000_000));
        LetterId id = captured(Message.of(large).with(sealed));

        LeasedLetter claimed = ClaimedLetters.leased(store, id, "w", MINUTE);
        store.settle(List.of(
                new Settlement(claimed.lease(), Duration.ZERO, "none", new Settlement.Released(clock.instant()))));

        assertThat(claimed.letter().payload()).isEqualTo(large);
        assertThat(claimed.letter().message().sealed()).isEqualTo(sealed);
        assertThat(store.find(id).map(DeadLetter::payload)).contains(large);
        assertThat(store.payloadSize(id)).hasValue(20_000_000);
        assertThat(store.whole(List.of(id), 1)).hasSize(1);
    }

    @Test
    void many_letters_with_payloads_that_just_fit_into_documents_are_read_whole() {
        List<LetterId> ids = new ArrayList<>();
        for (int i = 0; i < 30; i++) ids.add(captured(Message.of(Payload.of(bytes(2_000_000)))));

        assertThat(store.whole(ids, 100_000_000)).hasSize(30);
    }

    @Test
    void an_edited_large_payload_is_kept_as_a_version_and_replaced_in_the_letter() {
        Payload first = Payload.of(bytes(5_000_000));
        Payload second = Payload.of(bytes(6_000_000));
        LetterId id = captured(Message.of(first));

        assertThat(store.edit(id, 0, Edit.payload(second, "ann"))).isEqualTo(new EditResult.As(1));
        assertThat(store.edit(id, 0, Edit.payload(first, "bob"))).isEqualTo(new EditResult.Outdated(1));

        assertThat(store.versions(id)).extracting(Version::payload).containsExactly(first, second);
        assertThat(store.find(id).map(DeadLetter::payload)).contains(second);
        assertThat(chunks()).as("two of each version, and two of the letter").isEqualTo(6);
    }

    @Test
    void nothing_of_it_is_left_when_it_is_rewritten_or_deleted() {
        LetterId id = captured(Message.of(Payload.of(bytes(5_000_000))));
        store.edit(id, 0, Edit.payload(Payload.of(bytes(5_000_000)), "ann"));
        DeadLetter letter = store.find(id).orElseThrow();

        assertThat(store.rewrite(new WholeLetter(letter.with(Message.of("small")), List.of())))
                .isEqualTo(new RewriteResult.Done());
        assertThat(chunks()).isZero();

        LetterId other = captured(Message.of(Payload.of(bytes(5_000_000))));
        assertThat(store.delete(other)).isEqualTo(new DeleteResult.Gone());
        assertThat(chunks()).isZero();
        assertThat(store.find(id).map(found -> found.payload().text())).contains("small");
    }

    @Test
    void a_deleted_letter_keeps_no_word_of_what_was_in_it() {
        LetterId id = captured(Message.of("a secret").withKey("a secret").withSubscriber("a secret"));

        store.delete(id);

        Document left = documents
                .getCollection("dlq_messages")
                .find(new Document("_id", binary(id)))
                .first();
        if (left != null) assertThat(left.toJson()).doesNotContain("secret");
    }

    private static Binary binary(LetterId id) {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        bytes.putLong(id.value().getMostSignificantBits()).putLong(id.value().getLeastSignificantBits());
        return new Binary(BsonBinarySubType.UUID_STANDARD, bytes.array());
    }

    @Test
    void a_letter_that_fails_thousands_of_times_stays_a_small_document() {
        LetterId id = captured(Message.of("x"));
        for (int i = 0; i < 450; i++) {
            Lease lease = ClaimedLetters.leased(store, id, "w", MINUTE).lease();
            store.settle(List.of(new Settlement(
                    lease,
                    Duration.ofMillis(i),
                    "none",
                    new Settlement.GaveUp(
                            LetterBuilder.invalid(), LetterBuilder.fingerprint(LetterBuilder.invalid())))));
        }

        DeadLetter letter = store.find(id).orElseThrow();
        assertThat(letter.attempts()).hasSize(450);
        assertThat(letter.attempts())
                .extracting(attempt -> attempt.took().toMillis())
                .startsWith(0L, 1L)
                .endsWith(448L, 449L);
        Document document = documents.getCollection("dlq_messages").find().first();
        assertThat(document).isNotNull();
        assertThat(document.getList("replayAttempts", Document.class)).hasSizeLessThan(250);
        assertThat(store.rewrite(new WholeLetter(letter, List.of()))).isEqualTo(new RewriteResult.Done());
        assertThat(store.find(id).orElseThrow().attempts()).isEqualTo(letter.attempts());
    }
}
