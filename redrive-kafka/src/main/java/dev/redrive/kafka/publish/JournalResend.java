package dev.redrive.kafka.publish;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.internal.text.DoublingPause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what the broker did not take in the journal, and sends it later in the order in which it was published. One thread
 * writes, many records with one flush of the disk; another one sends.
 */
final class JournalResend implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalResend.class);
    private static final int WRITE_AT_ONCE = 1000;
    private static final int SEND_AT_ONCE = 500;
    private static final long BYTES_AT_ONCE = 4L * 1024 * 1024;
    private static final int MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** The callback of a write; the exception is null when the record is on disk. */
    interface Written {
        void done(@Nullable IOException failure);
    }

    private record ToWrite(ByteBuffer bytes, Written written) {}

    private final DlqJournal journal;
    private final TopicOrders orders;
    private final RecordSender sender;
    private final DlqMeters meters;
    private final Duration timeout;
    private final AtomicLong sequence = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private final BlockingQueue<ToWrite> toWrite = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(MAX_UNWRITTEN_BYTES);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread writeThread = DaemonThreads.of("redrive-dlq-journal", this::write);
    private final Thread sendThread = DaemonThreads.of("redrive-dlq-drain", this::sendWaiting);
    private volatile boolean writing = true;

    JournalResend(DlqJournal journal, TopicOrders orders, RecordSender sender, DlqMeters meters, Duration timeout)
            throws IOException {
        this.journal = journal;
        this.orders = orders;
        this.sender = sender;
        this.meters = meters;
        this.timeout = timeout;
        for (OutgoingRecordCodec.Label label : journal.labels()) {
            orders.of(label.topic()).addWaiting(1);
            waiting.incrementAndGet();
            sequence.accumulateAndGet(label.sequence() + 1, Math::max);
        }
        if (waiting.get() > 0) LOG.info("{} records of an earlier run wait in the journal", waiting.get());
        writeThread.start();
        sendThread.start();
    }

    /** The place in the order for the next record that is published. */
    long nextSequence() {
        return sequence.getAndIncrement();
    }

    int waiting() {
        return waiting.get();
    }

    /** Waits up to the timeout when the disk is too slow. */
    void appendOrWait(long place, OutgoingRecord outgoing, Written written) {
        int bytes = Math.min(outgoing.size(), MAX_UNWRITTEN_BYTES);
        try {
            if (!room.tryAcquire(bytes, timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                written.done(new IOException("the disk of the journal is too slow"));
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            written.done(new IOException("interrupted while waiting for the journal", e));
            return;
        }
        append(place, outgoing, failure -> {
            room.release(bytes);
            written.done(failure);
        });
    }

    /** Never waits. The memory of the producer bounds how many records can arrive. */
    void append(long place, OutgoingRecord outgoing, Written written) {
        toWrite.add(new ToWrite(ByteBuffer.wrap(OutgoingRecordCodec.encode(place, outgoing)), written));
    }

    // Writing

    private void write() {
        List<ToWrite> batch = new ArrayList<>();
        while (writing || !toWrite.isEmpty()) {
            try {
                ToWrite first = toWrite.poll(100, TimeUnit.MILLISECONDS);
                if (first == null) continue;
                batch.add(first);
                toWrite.drainTo(batch, WRITE_AT_ONCE - 1);
                write(batch);
            } catch (InterruptedException e) {
                LOG.warn("the journal's thread was interrupted and goes on; close the publisher to end it");
            } finally {
                batch.clear();
            }
        }
    }

    private void write(List<ToWrite> batch) {
        IOException failure = new IOException("the journal is full");
        int kept = 0;
        try {
            kept = journal.append(batch.stream().map(one -> one.bytes().array()).toList());
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException e) {
            failure = new IOException("the journal could not be written: " + e, e);
        }
        waiting.addAndGet(kept);
        for (int i = 0; i < batch.size(); i++) batch.get(i).written().done(i < kept ? null : failure);
    }

    // Sending

    private void sendWaiting() {
        DoublingPause pause = new DoublingPause(FIRST_PAUSE, LONGEST_PAUSE);
        try {
            while (!closing.await(pause.next().toMillis(), TimeUnit.MILLISECONDS)) {
                if (waiting.get() == 0 || sendAll()) pause.reset();
            }
        } catch (InterruptedException e) {
            LOG.warn("the thread that sends what is in the journal was interrupted; it goes on at the next start");
        }
    }

    private boolean sendAll() throws InterruptedException {
        try {
            Set<String> blockedTopics = new HashSet<>(orders.unsettled());
            List<DlqJournal.Place> places = journal.rotate();
            List<DlqJournal.Place> unsent = new ArrayList<>();
            for (List<DlqJournal.Place> part : parts(places)) unsent.addAll(send(part, blockedTopics));
            if (unsent.size() < places.size() || places.isEmpty()) journal.keep(unsent);
            int sent = places.size() - unsent.size();
            if (sent > 0) LOG.info("{} records of the journal were sent, {} wait", sent, waiting.get());
            return unsent.isEmpty();
        } catch (IOException | RuntimeException e) {
            LOG.error("the journal could not be sent; what is in it stays there", e);
            return false;
        }
    }

    private static List<List<DlqJournal.Place>> parts(List<DlqJournal.Place> places) {
        List<List<DlqJournal.Place>> parts = new ArrayList<>();
        List<DlqJournal.Place> part = new ArrayList<>();
        long bytes = 0;
        for (DlqJournal.Place place : places) {
            if (part.size() == SEND_AT_ONCE || (bytes + place.length() > BYTES_AT_ONCE && !part.isEmpty())) {
                parts.add(part);
                part = new ArrayList<>();
                bytes = 0;
            }
            part.add(place);
            bytes += place.length();
        }
        parts.add(part);
        return parts;
    }

    /** Returns what was not sent. After a failure nothing more goes to that topic this time. */
    private List<DlqJournal.Place> send(List<DlqJournal.Place> part, Set<String> blockedTopics)
            throws IOException, InterruptedException {
        List<DlqJournal.Place> unsent = new ArrayList<>();
        List<Attempt> attempts = new ArrayList<>();
        for (DlqJournal.Place place : part) {
            String topic = place.label().topic();
            if (closing.getCount() == 0 || blockedTopics.contains(topic)) {
                unsent.add(place);
                continue;
            }
            Attempt attempt = new Attempt(place, journal.read(place));
            attempts.add(attempt);
            sender.send(attempt.outgoing, attempt::ended);
            if (attempt.failedAtOnce()) blockedTopics.add(topic);
        }
        for (Attempt attempt : attempts) {
            if (attempt.succeeded()) {
                sent(attempt.outgoing);
            } else {
                unsent.add(attempt.place);
                blockedTopics.add(attempt.outgoing.topic);
            }
        }
        return unsent;
    }

    private void sent(OutgoingRecord outgoing) {
        waiting.decrementAndGet();
        orders.of(outgoing.topic).leaveWaiting();
        meters.published(outgoing.originalTopic, outgoing.category);
    }

    private static final class Attempt {
        private final DlqJournal.Place place;
        private final OutgoingRecord outgoing;
        private final CompletableFuture<Boolean> success = new CompletableFuture<>();

        Attempt(DlqJournal.Place place, OutgoingRecord outgoing) {
            this.place = place;
            this.outgoing = outgoing;
        }

        void ended(@Nullable Exception failure) {
            if (failure != null)
                LOG.debug("{} does not take a record of the journal yet: {}", outgoing.topic, failure.toString());
            success.complete(failure == null);
        }

        boolean failedAtOnce() {
            return success.isDone() && !success.join();
        }

        /** Waits; the sender answers everything in time. */
        boolean succeeded() {
            return success.join();
        }
    }

    /** Called after the sender was closed, so nothing is in flight. What waits is sent after the next start. */
    @Override
    public void close() {
        closing.countDown();
        writing = false;
        try {
            writeThread.join(timeout.toMillis());
            sendThread.join(timeout.toMillis());
            journal.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("the journal could not be closed", e);
        }
    }

    /** Nothing of the journal is sent from now on. */
    void stopSending() {
        closing.countDown();
    }
}
