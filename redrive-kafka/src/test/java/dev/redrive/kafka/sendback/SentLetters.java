package dev.redrive.kafka.sendback;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.TargetOptions;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Receipt;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.ReturnedLetter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;

/** A queue with letters that were sent back to real topics, and dead letter topics that are read as a test says. */
final class SentLetters implements AutoCloseable {
    final SettableClock clock = SettableClock.standing();
    final ReadTopics deadLetterTopics = new ReadTopics();
    final Redrive redrive;
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

    /** Runs once, after the confirmer decided and before it moves a letter. */
    Runnable beforeMove = () -> {};

    private final ReturnProducer producer;

    static final class ReadTopics implements DeadLetterTopics {
        final Map<TopicPartition, Long> ends = new HashMap<>();
        final Map<TopicPartition, Long> read = new HashMap<>();

        @Override
        public Map<TopicPartition, Long> ends() {
            return Map.copyOf(ends);
        }

        @Override
        public Map<TopicPartition, Long> read() {
            return Map.copyOf(read);
        }
    }

    SentLetters(TestCluster cluster) {
        producer = new ReturnProducer(cluster.settings());
        redrive = Redrive.on(new ForwardingStore(store) {
                    @Override
                    public MoveResult move(LetterId id, ManualMove order) {
                        Runnable first = beforeMove;
                        beforeMove = () -> {};
                        first.run();
                        return super.move(id, order);
                    }
                })
                .open();
        ReturnTopic route = ReturnTopic.toOriginal(AllowedTopics.of("kafka.send-to", "orders-*"));
        redrive.send("orders", new KafkaTarget(producer, route), TargetOptions.defaults());
    }

    LetterId sent(String topic) {
        return sent(TestLetters.from(topic, 0));
    }

    /** It failed permanently, so that only the test sends it. */
    LetterId sent(Message message) {
        FailedMessage failed = FailedMessage.of("orders", message, new NumberFormatException("no"))
                .withIdempotencyKey(UUID.randomUUID().toString());
        LetterId id = redrive.capture(failed).id();
        redrive.letters().retry(id, "test");
        if (status(id) != LetterStatus.REPLAYED) throw new AssertionError("it was not sent: " + letter(id));
        return id;
    }

    Confirmer confirmer(TestCluster cluster, ConfirmerOptions options) {
        return new Confirmer(redrive.letters(), cluster.admin, deadLetterTopics, clock, options);
    }

    void comesBack(LetterId id) {
        Settlement.SetAside aside =
                new Settlement.SetAside(LetterBuilder.invalid(), LetterBuilder.fingerprint(LetterBuilder.invalid()));
        ReturnedLetter back = new ReturnedLetter(id, letter(id).attempt(), clock.instant(), aside);
        store.ingest(new Intake(List.of(), List.of(back), List.of()));
    }

    DeadLetter letter(LetterId id) {
        return redrive.letters().find(id).orElseThrow();
    }

    LetterStatus status(LetterId id) {
        return letter(id).status();
    }

    Receipt receipt(LetterId id) {
        return letter(id).receipt().flatMap(Receipt::of).orElseThrow();
    }

    @Override
    public void close() {
        redrive.close();
        producer.close();
    }
}
