package dev.redrive.benchmarks.kafka;

import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.publish.PublishResult;
import dev.redrive.kafka.record.FailedRecord;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Our publisher, with a journal as an application would have it, which here stays empty. */
abstract class OurPublisher implements Publishing {
    private static final long JOURNAL_BYTES = 64L << 20;

    final DlqPublisher publisher;

    private OurPublisher(Map<String, Object> settings, Path journal) {
        this.publisher = DlqPublisher.on(settings)
                .sourceService("shop")
                .journal(journal, JOURNAL_BYTES)
                .build();
    }

    static OurPublisher waiting(Map<String, Object> settings, Path journal) {
        return new OurPublisher(settings, journal) {
            @Override
            public void send(int i, FailedRecord failed, Acknowledged acknowledged) {
                acknowledged.heard(notByBroker(publisher.publish(failed), null));
            }
        };
    }

    static OurPublisher notWaiting(Map<String, Object> settings, Path journal) {
        return new OurPublisher(settings, journal) {
            @Override
            public void send(int i, FailedRecord failed, Acknowledged acknowledged) {
                var unused = publisher
                        .publishAsync(failed)
                        .whenComplete((kept, thrown) -> acknowledged.heard(notByBroker(kept, thrown)));
            }
        };
    }

    private static @Nullable Throwable notByBroker(@Nullable PublishResult kept, @Nullable Throwable thrown) {
        if (thrown != null || kept == PublishResult.BY_BROKER) return thrown;
        return new IllegalStateException("a record went to the journal");
    }

    @Override
    public void close() {
        publisher.close();
    }
}
