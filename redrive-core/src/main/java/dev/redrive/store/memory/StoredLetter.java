package dev.redrive.store.memory;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.Summary;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.Former;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One letter as it is kept in memory. */
final class StoredLetter {
    final NewLetter first;
    final List<Attempt> attempts = new ArrayList<>();
    final List<Version> versions = new ArrayList<>();
    Message message;
    Failure failure;
    Failure lastFailure;
    CauseId lastCause;
    Priority priority;
    List<String> tags;
    LetterStatus status;
    int retryCount;
    int maxRetries;
    int token;
    int version;

    @Nullable
    Instant dueAt;

    @Nullable
    Lease lease;

    /** Where it goes back to when the worker that claimed it as it stood does not come back. */
    @Nullable
    LetterStatus backTo;

    @Nullable
    Instant backDue;

    @Nullable
    Instant startedAt;

    Instant lastFailedAt;
    Instant updatedAt;

    @Nullable
    Resolution resolution;

    @Nullable
    String receipt;

    /** Where it stood before a person closed it. */
    @Nullable
    Former former;

    /** The bulk action that closed it. */
    @Nullable
    UUID closedBy;

    StoredLetter(NewLetter letter) {
        first = letter;
        message = letter.message();
        failure = letter.failure();
        lastFailure = letter.failure();
        lastCause = letter.fingerprint().id();
        attempts.addAll(letter.history());
        priority = letter.priority();
        tags = List.copyOf(letter.tags());
        status = letter.start().status();
        retryCount = letter.start().retryCount();
        maxRetries = letter.start().maxRetries();
        dueAt = letter.start().dueAt();
        lastFailedAt = letter.id().createdAt();
        updatedAt = letter.id().createdAt();
    }

    StoredLetter(ImportedLetter imported, Instant now) {
        this(imported.asNew(now));
        LetterState there = imported.letter().state();
        attempts.addAll(imported.letter().attempts());
        lastFailure = imported.letter().lastFailure();
        lastCause = imported.lastFingerprint().id();
        token = imported.token();
        lastFailedAt = there.lastFailedAt();
        updatedAt = there.updatedAt();
        resolution = imported.resolution();
        receipt = imported.receipt();
        version = imported.version();
        versions.addAll(imported.versions());
    }

    LetterId id() {
        return first.id();
    }

    String channel() {
        return first.channel();
    }

    Failure failure() {
        return failure;
    }

    CauseId cause() {
        return first.fingerprint().id();
    }

    @Nullable
    Sequence sequence() {
        return Sequence.of(channel(), message, first.ordered());
    }

    Instant due() {
        return Objects.requireNonNull(dueAt);
    }

    Lease held() {
        return Objects.requireNonNull(lease);
    }

    LetterState state(@Nullable LetterId blockedBy) {
        return new LetterState(
                status,
                retryCount,
                maxRetries,
                token,
                status == LetterStatus.PENDING ? dueAt : null,
                lease == null ? null : lease.worker(),
                lease == null ? null : startedAt,
                lease == null ? null : lease.until(),
                first.firstFailedAt(),
                lastFailedAt,
                updatedAt,
                receipt,
                resolution,
                blockedBy,
                version);
    }

    DeadLetter whole(@Nullable LetterId blockedBy) {
        return letter(failure(), lastFailure, blockedBy, List.copyOf(attempts));
    }

    DeadLetter claimed() {
        return letter(withoutTrace(failure()), withoutTrace(lastFailure), null, List.of());
    }

    private DeadLetter letter(Failure shown, Failure last, @Nullable LetterId blockedBy, List<Attempt> tries) {
        return new DeadLetter(
                id(),
                channel(),
                message,
                shown,
                cause(),
                last,
                lastCause,
                priority,
                tags,
                first.ordered(),
                state(blockedBy),
                tries);
    }

    private static Failure withoutTrace(Failure failure) {
        return new Failure(
                failure.type(),
                failure.code(),
                failure.message(),
                StackTrace.ofText(""),
                failure.context(),
                failure.category(),
                failure.retryability());
    }

    Summary summary(@Nullable LetterId blockedBy) {
        return letter(failure(), lastFailure, blockedBy, List.of()).summary();
    }

    boolean matches(Filter filter, SearchPaths paths) {
        return filter.matches(letter(failure(), lastFailure, null, List.of()), paths);
    }
}
