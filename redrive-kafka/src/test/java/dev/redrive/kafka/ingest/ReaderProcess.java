package dev.redrive.kafka.ingest;

import dev.redrive.Redrive;
import dev.redrive.Stores;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.testing.Await;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A reader in a process of its own, which a test can kill. */
final class ReaderProcess {
    /** It goes no further, however long the test takes to kill it. */
    private static final int MOST_LETTERS = 3000;

    private ReaderProcess() {}

    static IngestOptions options(String servers, String topic) {
        return IngestOptions.defaults(
                        Map.of("bootstrap.servers", servers, "session.timeout.ms", 6000),
                        TopicChoice.of(List.of(topic)))
                .group("group-of-" + topic)
                .batch(50, 1 << 20);
    }

    public static void main(String[] arguments) {
        Redrive redrive = Redrive.on(stoppingAt(MOST_LETTERS, Stores.open(arguments[2])))
                .withoutJournal()
                .open();
        DeadLetterReader reader =
                DeadLetterReader.start(redrive.intake(), options(arguments[0], arguments[1]), InstantSource.system());
        Await.until(
                () -> {
                    System.out.println(reader.status().topics().stream()
                            .mapToLong(TopicStatus::taken)
                            .sum());
                    return false;
                },
                () -> "the process was not killed");
    }

    private static DeadLetterStore stoppingAt(int most, DeadLetterStore behind) {
        AtomicInteger letters = new AtomicInteger();
        return new ForwardingStore(behind) {
            @Override
            public IntakeResult ingest(Intake intake) {
                while (letters.get() >= most) LockSupport.park();
                letters.addAndGet(intake.letters().size());
                return super.ingest(intake);
            }
        };
    }
}
