package dev.redrive.jdbc.search;

import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.store.questions.Filter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The parts of a filter as conditions on a letter {@code l} or on its state. */
final class FilterConditions {
    private static final String LAST_CAUSE =
            "COALESCE((SELECT z.cause_id FROM dlq_last_failure z WHERE z.id = l.id), l.cause_id)";
    private static final String LAST_ERROR_TYPE =
            "COALESCE((SELECT z.error_type FROM dlq_last_failure z WHERE z.id = l.id), l.error_type)";

    private final Filter filter;
    private final List<String> channels;
    private final List<String> patterns;
    private final List<WantedAttribute> attributes;

    /** An attribute with the ids that its path has had. */
    record WantedAttribute(List<Integer> paths, String value) {}

    /** With the names that the filter's channels and event patterns match. */
    FilterConditions(Filter filter, List<String> channels, List<String> patterns, List<WantedAttribute> attributes) {
        this.attributes = attributes;
        this.filter = filter;
        this.channels = channels;
        this.patterns = patterns;
    }

    /** On a letter with {@link StateRow#JOINS}. */
    Condition ofJoinedState() {
        return Condition.and(List.of(
                statusOf("CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END"),
                retriesOf("COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count)")));
    }

    Condition range(String id, boolean ascending, @Nullable LetterId after) {
        List<Condition> bounds = new ArrayList<>();
        if (after != null) bounds.add(Condition.of(id + (ascending ? " > ?" : " < ?"), after.value()));
        if (filter.from() != null) bounds.add(Condition.of(id + " >= ?", firstAtOrAfter(filter.from())));
        if (filter.to() != null) bounds.add(Condition.of(id + " < ?", firstAtOrAfter(filter.to())));
        return Condition.and(bounds);
    }

    /** Ids know milliseconds: a letter is at or after a time within one exactly when it is in a later one. */
    private static UUID firstAtOrAfter(Instant time) {
        Instant floor = time.truncatedTo(ChronoUnit.MILLIS);
        return LetterId.firstAt(floor.equals(time) ? floor : floor.plusMillis(1))
                .value();
    }

    Condition statusOf(String column) {
        Set<LetterStatus> statuses = filter.statuses();
        if (statuses.isEmpty() || statuses.equals(EnumSet.allOf(LetterStatus.class))) return Condition.TRUE;
        return Condition.in(column, statuses.stream().map(Enum::ordinal).toList());
    }

    Condition retriesOf(String column) {
        Condition min = filter.minRetryCount() == null
                ? Condition.TRUE
                : Condition.of(column + " >= ?", filter.minRetryCount());
        Condition max = filter.maxRetryCount() == null
                ? Condition.TRUE
                : Condition.of(column + " <= ?", filter.maxRetryCount());
        return min.and(max);
    }

    /** On what stands beside the letter: its tags and attributes. The attribute that drives is the first one. */
    Condition beside(FilterDriver except) {
        List<Condition> all = new ArrayList<>();
        if (except != FilterDriver.TAG && filter.tag() != null)
            all.add(Condition.of("EXISTS (SELECT 1 FROM dlq_tag g WHERE g.tag = ? AND g.id = l.id)", filter.tag()));
        int first = except == FilterDriver.ATTRIBUTE ? 1 : 0;
        for (WantedAttribute wanted : attributes.subList(first, attributes.size())) all.add(has(wanted));
        return Condition.and(all);
    }

    private static Condition has(WantedAttribute wanted) {
        Condition paths = Condition.in("b.path", wanted.paths());
        List<Object> values = new ArrayList<>();
        values.add(wanted.value());
        values.addAll(paths.values());
        return new Condition(
                "EXISTS (SELECT 1 FROM dlq_attribute b WHERE b.id = l.id AND b.value = ? AND " + paths.sql() + ")",
                values);
    }

    Condition ofLetter(FilterDriver except) {
        List<Condition> all = new ArrayList<>();
        if (except != FilterDriver.EVENT && filter.eventId() != null)
            all.add(Condition.of("l.event_id = ?", filter.eventId()));
        if (except != FilterDriver.KEY && filter.key() != null) all.add(Condition.of("l.message_key = ?", keyBytes()));
        if (except != FilterDriver.SUBSCRIBER && filter.subscriberId() != null)
            all.add(Condition.of("l.subscriber_id = ?", filter.subscriberId()));
        if (except != FilterDriver.CAUSE && !filter.causes().isEmpty())
            all.add(Condition.in("l.cause_id", ids(filter.causes())));
        if (except != FilterDriver.LAST_CAUSE && !filter.lastCauses().isEmpty())
            all.add(Condition.in(LAST_CAUSE, ids(filter.lastCauses())));
        if (except != FilterDriver.ANY_CAUSE && !filter.anyCauses().isEmpty()) all.add(anyCause());
        if (except != FilterDriver.LAST_ERROR_TYPE && !filter.lastErrorTypes().isEmpty())
            all.add(Condition.in(LAST_ERROR_TYPE, filter.lastErrorTypes()));
        if (except != FilterDriver.PATTERN && !filter.patterns().isEmpty())
            all.add(Condition.in("l.pattern", patterns));
        if (except != FilterDriver.ERROR_TYPE && !filter.errorTypes().isEmpty())
            all.add(Condition.in("l.error_type", filter.errorTypes()));
        if (except != FilterDriver.CHANNEL && !filter.channels().isEmpty())
            all.add(Condition.in("l.channel", channels));
        if (except != FilterDriver.ERROR_TYPE && !filter.categories().isEmpty())
            all.add(Condition.in(
                    "l.category",
                    filter.categories().stream().map(Enum::ordinal).toList()));
        if (except != FilterDriver.PRIORITY && !filter.priorities().isEmpty())
            all.add(Condition.in(
                    "l.priority",
                    filter.priorities().stream().map(Enum::ordinal).toList()));
        return Condition.and(all);
    }

    private Condition anyCause() {
        Condition captured = Condition.in("l.cause_id", ids(filter.anyCauses()));
        Condition now = Condition.in(LAST_CAUSE, ids(filter.anyCauses()));
        List<Object> values = new ArrayList<>(captured.values());
        values.addAll(now.values());
        return new Condition("(" + captured.sql() + " OR " + now.sql() + ")", values);
    }

    byte[] keyBytes() {
        return Payload.of(given(filter.key())).bytes();
    }

    static String given(@Nullable String value) {
        return Objects.requireNonNull(value);
    }

    static List<UUID> ids(Set<CauseId> causes) {
        return causes.stream().map(CauseId::value).toList();
    }
}
