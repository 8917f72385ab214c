package dev.redrive.kafka.ingest;

import dev.redrive.StreamIntake;
import dev.redrive.capture.Comparison;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.internal.text.LruMap;
import dev.redrive.internal.text.OutageLog;
import dev.redrive.kafka.dialect.CutPayload;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes letters whose payload was cut before it was captured: while the original record is still in its topic, it is
 * fetched, compared with what is known of it, and kept. Only topics that letters may go back to are read, so that a
 * letter cannot reveal the contents of another topic by claiming to come from there.
 */
public final class Originals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Originals.class);
    private static final String BY = "kafka";
    private static final String ANOTHER = " is another record by now";
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration RETRY_AFTER_MISSING = Duration.ofDays(1);
    private static final Duration RETRY_AFTER_ERROR = Duration.ofMinutes(1);
    private static final int PAGE = 50;
    private static final int REMEMBERED = 10_000;

    private final StreamIntake intake;
    private final Map<String, Object> settings;
    private final Predicate<DeadLetter> mayBeRead;
    private final InstantSource clock;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-kafka-originals"));
    /** When to fetch the original of a letter again, for a bounded number of letters. */
    private final Map<LetterId, Instant> notBefore = LruMap.byAge(REMEMBERED);

    private final OutageLog outage = new OutageLog(LOG, "look for the originals of cut letters");
    private @Nullable LetterId after;

    /**
     * Says what is needed for it.
     *
     * @param client settings of the Kafka client
     * @param mayBeRead whether the topic that a letter says to come from is one of those that letters may go back to
     */
    public Originals(StreamIntake intake, Map<String, ?> client, Predicate<DeadLetter> mayBeRead, InstantSource clock) {
        this.intake = intake;
        this.settings = settings(client);
        this.mayBeRead = mayBeRead;
        this.clock = clock;
    }

    private static Map<String, Object> settings(Map<String, ?> client) {
        Map<String, Object> all = new HashMap<>(client);
        all.put("client.id", "redrive-originals");
        all.remove("group.id");
        all.put("max.poll.records", 1);
        all.put("default.api.timeout.ms", (int) TIMEOUT.toMillis());
        all.put("request.timeout.ms", (int) TIMEOUT.toMillis());
        all.put("isolation.level", "read_committed");
        all.put("enable.auto.commit", false);
        all.put("auto.offset.reset", "none");
        all.put("allow.auto.create.topics", false);
        all.put("key.deserializer", ByteArrayDeserializer.class.getName());
        all.put("value.deserializer", ByteArrayDeserializer.class.getName());
        return all;
    }

    /** Starts periodic checks, until it is closed. */
    public Originals start() {
        var unused = timer.scheduleWithFixedDelay(
                this::tick, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    /** Checks some cut letters; returns how many were completed. What fails is tried again. */
    public synchronized int tick() {
        try {
            StreamIntake.Cut found = intake.cut(after, PAGE);
            after = found.next();
            List<DeadLetter> wanted = found.letters().stream()
                    .filter(letter -> letter.message().origin().isExact() && mayBeRead.test(letter))
                    .filter(letter -> !clock.instant().isBefore(notBefore.getOrDefault(letter.id(), Instant.MIN)))
                    .toList();
            int completed = wanted.isEmpty() ? 0 : complete(wanted);
            outage.worked();
            return completed;
        } catch (RuntimeException e) {
            outage.failed(e);
            after = null;
            return 0;
        }
    }

    @SuppressWarnings("resource") // closed with a time limit, as a broker that is away would hold it up
    private int complete(List<DeadLetter> letters) {
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings);
        try {
            int whole = 0;
            for (DeadLetter letter : letters) if (complete(letter, consumer)) whole++;
            return whole;
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
        }
    }

    private boolean complete(DeadLetter letter, Consumer<byte[], byte[]> consumer) {
        String place = place(letter.message().origin());
        try {
            Optional<ConsumerRecord<byte[], byte[]>> record =
                    fetch(letter.message().origin(), consumer);
            if (record.isEmpty()) return staysCut(letter, place + " is not in its topic any more");
            Optional<String> difference = difference(record.get(), letter);
            if (difference.isPresent()) return staysCut(letter, place + difference.get());
            if (!intake.complete(letter, Payload.of(record.get().value()), BY))
                return staysCut(letter, place + " is larger than a letter may be, or the letter was changed");
            LOG.info("letter {} is whole again: its original was still at {}", letter.id(), place);
            return true;
        } catch (KafkaException e) {
            notBefore.put(letter.id(), clock.instant().plus(RETRY_AFTER_ERROR));
            LOG.warn("the original of letter {} at {} cannot be read now: {}", letter.id(), place, ErrorText.text(e));
            return false;
        }
    }

    private boolean staysCut(DeadLetter letter, String why) {
        notBefore.put(letter.id(), clock.instant().plus(RETRY_AFTER_MISSING));
        LOG.info("letter {} stays cut: {}", letter.id(), why);
        return false;
    }

    private static String place(Origin origin) {
        return origin.topic() + "/" + origin.partition() + "/" + origin.offset();
    }

    private static Optional<ConsumerRecord<byte[], byte[]>> fetch(Origin origin, Consumer<byte[], byte[]> consumer) {
        TopicPartition partition =
                new TopicPartition(Objects.requireNonNull(origin.topic()), Objects.requireNonNull(origin.partition()));
        long offset = Objects.requireNonNull(origin.offset());
        long begin = consumer.beginningOffsets(List.of(partition), TIMEOUT).getOrDefault(partition, 0L);
        long end = consumer.endOffsets(List.of(partition), TIMEOUT).getOrDefault(partition, 0L);
        if (offset < begin || offset >= end) return Optional.empty();
        consumer.assign(List.of(partition));
        consumer.seek(partition, offset);
        long until = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() - until < 0) {
            for (ConsumerRecord<byte[], byte[]> found :
                    consumer.poll(Duration.ofMillis(200)).records(partition))
                return found.offset() == offset ? Optional.of(found) : Optional.empty();
            if (consumer.position(partition, TIMEOUT) > offset) return Optional.empty();
        }
        throw new org.apache.kafka.common.errors.TimeoutException("nothing came within " + TIMEOUT);
    }

    /** Why it is not the original: that has the same key, the same time where it is known, and the kept beginning of the payload. */
    private Optional<String> difference(ConsumerRecord<byte[], byte[]> record, DeadLetter letter) {
        Origin origin = letter.message().origin();
        Payload key = origin.key();
        Instant time = origin.timestamp();
        // Sent without its key it would be another message.
        if (key == null && record.key() != null) return Optional.of(" has a key, and the letter has none");
        boolean sameKey = Arrays.equals(key == null ? null : key.bytesOrNull(), record.key());
        boolean sameTime = time == null || time.toEpochMilli() == record.timestamp();
        if (!sameKey || !sameTime || record.value() == null) return Optional.of(ANOTHER);
        Comparison compared = intake.compare(
                letter,
                Payload.of(record.value()),
                CutPayload.keptBytes(letter.failure()),
                CutPayload.wholeBytes(letter.failure()));
        return switch (compared) {
            case SAME -> Optional.empty();
            case OTHER -> Optional.of(ANOTHER);
            case UNKNOWN ->
                Optional.of(" cannot be compared with the letter, because what the letter kept of it is redacted");
        };
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                LOG.warn("an original record was still being fetched when the server stopped");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
