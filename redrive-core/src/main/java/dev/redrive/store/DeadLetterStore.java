package dev.redrive.store;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.captures.Captures;
import dev.redrive.store.channels.ChannelHolds;
import dev.redrive.store.decisions.Decisions;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.store.leases.Leases;
import dev.redrive.store.nodes.Nodes;
import dev.redrive.store.questions.Questions;
import dev.redrive.store.retention.Expiry;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.streams.Streams;
import dev.redrive.store.views.SavedViews;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Stores dead letters. Safe to use from many threads and many processes at once. It is made of one interface per contract,
 * and of books beside the letters, which a store may borrow from another one.
 */
public interface DeadLetterStore extends Captures, Leases, Decisions, Expiry, Questions, Streams, AutoCloseable {
    /** The clock that decides what is due and which leases hold, as far as this process knows it. */
    InstantSource clock();

    /** Copies everything into a file that does not exist yet, while others go on reading and writing. */
    Backup backup(Path file);

    AuditLog audit();

    AlertLog alerts();

    MinuteCounts series();

    /** Replays and their ledgers. */
    ReplayBook replays();

    LegalHolds holds();

    /** The channels that are held. */
    ChannelHolds channelHolds();

    /** Views of the list of letters that people saved. */
    SavedViews savedViews();

    /** The processes that work on this store. */
    Nodes nodes();

    /** Runs of retention, and the lease that lets one node at a time run it. */
    RetentionLog retentionLog();

    /** The attributes of letters, by which {@link dev.redrive.store.questions.Filter} finds them. */
    AttributeIndex attributes();

    /** Calls back, on any thread, when another process may have made letters due. */
    void onSignal(Runnable wake);

    @Override
    void close();
}
