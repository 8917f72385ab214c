package dev.redrive.logbook;

import dev.redrive.alert.AlertMessage;
import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.StepSum;
import dev.redrive.series.Steps;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Keeps what is not a letter. Safe to use from many threads and many processes at once. */
public interface Logbook {
    // Audit

    /** Appends a line whose hash covers the line before it. */
    AuditLine append(AuditNote note);

    /** Newest first. */
    List<AuditLine> audit(AuditQuery query);

    /** Oldest first, from this number on, for whoever checks the chain. */
    List<AuditLine> auditFrom(long number, int limit);

    // Alerts

    /**
     * Notes whether a rule's condition holds, and says whether this caller is the one that has to tell people. A rule speaks when
     * its condition begins to hold, but not again within the quiet time of its last message, and once when it ended,
     * if it had spoken. A condition that began within the quiet time, and still holds when that is over, is told then.
     */
    Turn turn(String key, boolean holds, Instant now, Duration quiet);

    /** What an alert's owner has to do now. */
    enum Turn {
        NOTHING,
        TELL,
        TELL_ENDED
    }

    /**
     * Takes back that people were told at this time that a condition holds, because it reached nobody. The rule speaks
     * again after its quiet time if the condition still holds then, and says nothing when it ends before. Nothing happens
     * when it has ended or spoken since.
     */
    void unheard(String key, Instant toldAt);

    /** The keys of rules whose condition holds, and since when. */
    List<Firing> firing();

    /** A rule whose condition holds. */
    record Firing(String key, Instant since) {}

    /** Keeps a message that was or is being sent; one with the same id takes its place. */
    void keep(AlertMessage message);

    /** Newest first, older than the given message if there is one. */
    List<AlertMessage> alerts(int limit, Optional<String> before);

    // Series

    /** Adds to the counts of minutes. */
    void count(Collection<MinuteCount> counts);

    /**
     * Sums over {@link Steps} of time, in one channel or in all, in the order of time. Steps without a count are left
     * out.
     */
    List<StepSum> series(Instant from, Instant to, Duration step, Optional<String> channel);

    /** Deletes counts of minutes before this time. */
    void forgetCounts(Instant before);
}
