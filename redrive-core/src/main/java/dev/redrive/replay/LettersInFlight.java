package dev.redrive.replay;

import dev.redrive.engine.ReplayAttempts;
import dev.redrive.engine.SendResult;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.letter.LetterId;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.leases.ClaimResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The letters of a replay between their claim and the moment in which their line can say what became of them. */
final class LettersInFlight implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LettersInFlight.class);
    private static final Duration PATIENCE = Duration.ofMillis(50);

    /** A line whose letter is back. */
    record ReturnedLine(LedgerLine line, ClaimResult.Leased letter, SendResult result) {}

    private final ReplayAttempts attempts;
    private final ReplaySettler landing;
    private final Map<LetterId, LedgerLine> lines = new HashMap<>();
    private long bytes;

    LettersInFlight(ReplayAttempts attempts) {
        this.attempts = attempts;
        this.landing = new ReplaySettler(attempts);
    }

    void send(LedgerLine line, ClaimResult.Leased letter) {
        lines.put(line.letter(), line);
        bytes += size(letter);
        attempts.send(letter);
    }

    int size() {
        return lines.size();
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    boolean has(LetterId letter) {
        return lines.containsKey(letter);
    }

    /** The bytes of their payloads. */
    long bytes() {
        return bytes;
    }

    static int size(ClaimResult.Leased letter) {
        return letter.claimed().letter().payload().size();
    }

    Duration leaseTime() {
        return attempts.leaseTime();
    }

    void renewLeases() {
        attempts.renewLeases();
    }

    List<Boolean> haveRoom(List<String> channels) {
        return attempts.haveRoom(channels);
    }

    void rebalance() {
        attempts.rebalance();
    }

    /** What is not being sent yet comes back untried. */
    void recall() {
        attempts.recall();
    }

    /** All that is back, waiting for the first at most so long. What was not tried stands again as it did before. */
    List<ReturnedLine> settle(Duration patience) throws InterruptedException {
        List<ReturnedLine> returned = new ArrayList<>();
        List<ClaimResult.Leased> untried = new ArrayList<>();
        for (ReplayAttempts.EndedLetter ended : landing.ended(patience)) {
            ClaimResult.Leased letter = ended.letter();
            LedgerLine line = lines.remove(letter.claimed().letter().id());
            if (line == null) continue;
            bytes -= size(letter);
            returned.add(new ReturnedLine(line, letter, ended.result()));
            if (!(ended.result() instanceof SendResult.Tried)) untried.add(letter);
        }
        attempts.putBack(untried);
        return returned;
    }

    /**
     * Something went wrong, often with the store: waits for what is being sent, so that it is settled instead of sent
     * again. What became of it is found in the store when the replay goes on.
     */
    void drain() throws InterruptedException {
        attempts.recall();
        long until = System.nanoTime() + attempts.leaseTime().toNanos();
        while (!isEmpty() && System.nanoTime() - until < 0) {
            try {
                List<ReturnedLine> unused = settle(PATIENCE);
                attempts.renewLeases();
            } catch (StoreUnavailable e) {
                LOG.warn("letters of a replay that were not sent are free when their leases end: {}", e.toString());
            } catch (RuntimeException e) {
                LOG.error("{} letters of a replay are free when their leases end", size(), e);
                return;
            }
        }
    }

    @Override
    public void close() {
        landing.close();
        attempts.close();
    }
}
