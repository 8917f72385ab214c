package dev.redrive.spring;

import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.retry.DlqRetryService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The health of publishing to dead letter topics. Shown as {@code redriveKafka}.
 *
 * <p>An outage of a listener does not make the application {@code DOWN}, nor do records that wait in the journal: it
 * still works as well as it can, and a restart would not help. Both are in the details. It is down when the
 * journal is almost full, because listeners stop when it is.
 */
final class KafkaHealthIndicator implements HealthIndicator {
    private static final double FULL = 0.9;

    private final DlqPublisher publisher;
    private final CurrentOutages outages;
    private final @Nullable DlqRetryService retryService;
    private final KafkaSettings.Journal journal;

    KafkaHealthIndicator(
            DlqPublisher publisher,
            CurrentOutages outages,
            @Nullable DlqRetryService retryService,
            KafkaSettings.Journal journal) {
        this.publisher = publisher;
        this.outages = outages;
        this.retryService = retryService;
        this.journal = journal;
    }

    @Override
    public Health health() {
        int waiting = publisher.waiting();
        double used = waiting == 0 ? 0 : used();
        Health.Builder health = used < FULL ? Health.up() : Health.down();
        if (used >= FULL)
            health.withDetail(
                    "error",
                    "the journal " + journal.path() + " is almost full; bring the broker back or give it more room with"
                            + " redrive.kafka.journal.max-size");
        health.withDetail("waiting", waiting).withDetail("outages", outages.outages());
        trouble().ifPresent(trouble -> health.down().withDetail("retryService", trouble));
        return health.build();
    }

    private Optional<String> trouble() {
        return retryService == null ? Optional.empty() : retryService.trouble();
    }

    private double used() {
        Path file = journal.path().toAbsolutePath();
        long bytes = size(file) + size(file.resolveSibling(file.getFileName() + ".sending"));
        return (double) bytes / journal.maxSize().toBytes();
    }

    /** The files of the journal are created and deleted while it works. */
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
