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
    record Back(LedgerLine line, ClaimResult.Leased letter, SendResult fate) {}

    private final ReplayAttempts convoy;
    private final ReplaySettler landing;
    private final Map<LetterId, LedgerLine> lines = new HashMap<>();
    private long bytes;

    LettersInFlight(ReplayAttempts convoy) {
        this.convoy = convoy;
        this.landing = new ReplaySettler(convoy);
    }

    void send(LedgerLine line, ClaimResult.Leased letter) {
        lines.put(line.letter(), line);
        bytes += size(letter);
        convoy.send(letter);
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
        return convoy.leaseTime();
    }

    void renewLeases() {
        convoy.renewLeases();
    }

    List<Boolean> haveRoom(List<String> channels) {
        return convoy.haveRoom(channels);
    }

    void shareOut() {
        convoy.shareOut();
    }

    /** What is not being sent yet comes back untried. */
    void callBack() {
        convoy.callBack();
    }

    /** All that is back, waiting for the first at most so long. What was not tried stands again as it did before. */
    List<Back> land(Duration patience) throws InterruptedException {
        List<Back> back = new ArrayList<>();
        List<ClaimResult.Leased> untried = new ArrayList<>();
        for (ReplayAttempts.Landed landed : landing.landed(patience)) {
            ClaimResult.Leased letter = landed.letter();
            LedgerLine line = lines.remove(letter.claimed().letter().id());
            if (line == null) continue;
            bytes -= size(letter);
            back.add(new Back(line, letter, landed.fate()));
            if (!(landed.fate() instanceof SendResult.Tried)) untried.add(letter);
        }
        convoy.putBack(untried);
        return back;
    }

    /**
     * Something went wrong, often with the store: waits for what is being sent, so that it is settled instead of sent
     * again. What became of it is found in the store when the replay goes on.
     */
    void bringHome() throws InterruptedException {
        convoy.callBack();
        long until = System.nanoTime() + convoy.leaseTime().toNanos();
        while (!isEmpty() && System.nanoTime() - until < 0) {
            try {
                List<Back> unused = land(PATIENCE);
                convoy.renewLeases();
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
        convoy.close();
    }
}
