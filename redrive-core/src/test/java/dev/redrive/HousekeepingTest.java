package dev.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.FailedMessage;
import dev.redrive.classify.Classifier;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.capture.CaptureRules;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.internal.capture.Fallbacks;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.policy.Policies;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HousekeepingTest {
    @TempDir
    private Path folder;

    private final UnavailableStore away = new UnavailableStore(new InMemoryDeadLetterStore(InstantSource.system()));
    private final Events events = new Events();

    @Test
    void an_error_while_the_journal_is_recovered_is_not_the_end_of_recovering() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        ForwardingStore store = new ForwardingStore(away) {
            @Override
            public Optional<DeadLetter> find(LetterId id) {
                if (broken.getAndSet(false)) throw new NoClassDefFoundError("a driver that is half there");
                return super.find(id);
            }
        };
        CountDownLatch recovered = new CountDownLatch(1);
        events.listen(event -> {
            if (event instanceof RedriveEvent.Recovered) recovered.countDown();
        });
        try (Capturer capturer = capturer(store)) {
            away.goAway();
            capturer.capture(FailedMessage.of("orders", Message.of("{}"), new SocketTimeoutException("slow")));
            away.comeBack();

            try (Housekeeping keeping = new Housekeeping(store, capturer, java.util.Optional.empty(), () -> {})) {
                assertThat(recovered.await(20, TimeUnit.SECONDS))
                        .as("recovered by %s", keeping)
                        .isTrue();
            }
        }
        assertThat(broken).isFalse();
    }

    private Capturer capturer(ForwardingStore store) {
        return new Capturer(
                store,
                CaptureRules.defaults(),
                new Diagnostics(new Classifier(List.of())),
                Policies.builtIn(),
                events,
                () -> 0L,
                Fallbacks.to(Optional.of(new Capturer.SpillFile(folder.resolve("spill"), 1_000_000))));
    }
}
