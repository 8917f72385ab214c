package dev.redrive.store.questions;

import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.store.attributes.Attribute;
import dev.redrive.text.Glob;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Filter}. */
public final class FilterBuilder {
    private final Set<LetterStatus> statuses = new LinkedHashSet<>();
    private final Set<Glob> channels = new LinkedHashSet<>();
    private final Set<String> errorTypes = new LinkedHashSet<>();
    private final Set<Category> categories = new LinkedHashSet<>();
    private final Set<CauseId> causes = new LinkedHashSet<>();
    private final Set<String> lastErrorTypes = new LinkedHashSet<>();
    private final Set<CauseId> lastCauses = new LinkedHashSet<>();
    private final Set<CauseId> anyCauses = new LinkedHashSet<>();
    private final Set<Glob> patterns = new LinkedHashSet<>();
    private final Set<Priority> priorities = new LinkedHashSet<>();
    private final Set<Attribute> attributes = new LinkedHashSet<>();
    private @Nullable String subscriberId;
    private @Nullable String eventId;
    private @Nullable String key;
    private @Nullable String tag;
    private @Nullable Integer minRetryCount;
    private @Nullable Integer maxRetryCount;
    private @Nullable Instant from;
    private @Nullable Instant to;
    private @Nullable String text;

    FilterBuilder() {}

    public FilterBuilder status(LetterStatus... any) {
        statuses.addAll(List.of(any));
        return this;
    }

    public FilterBuilder channel(String pattern) {
        channels.add(new Glob(pattern));
        return this;
    }

    public FilterBuilder errorType(String type) {
        errorTypes.add(type);
        return this;
    }

    public FilterBuilder category(Category category) {
        categories.add(category);
        return this;
    }

    public FilterBuilder cause(CauseId cause) {
        causes.add(cause);
        return this;
    }

    public FilterBuilder lastErrorType(String type) {
        lastErrorTypes.add(type);
        return this;
    }

    public FilterBuilder lastCause(CauseId cause) {
        lastCauses.add(cause);
        return this;
    }

    /** Captured for it, or failing with it now. */
    public FilterBuilder anyCause(CauseId cause) {
        anyCauses.add(cause);
        return this;
    }

    public FilterBuilder pattern(String pattern) {
        patterns.add(new Glob(pattern));
        return this;
    }

    public FilterBuilder priority(Priority priority) {
        priorities.add(priority);
        return this;
    }

    public FilterBuilder subscriberId(String value) {
        subscriberId = value;
        return this;
    }

    public FilterBuilder eventId(String value) {
        eventId = value;
        return this;
    }

    public FilterBuilder key(String value) {
        key = value;
        return this;
    }

    public FilterBuilder tag(String value) {
        tag = value;
        return this;
    }

    public FilterBuilder minRetryCount(int value) {
        minRetryCount = value;
        return this;
    }

    public FilterBuilder maxRetryCount(int value) {
        maxRetryCount = value;
        return this;
    }

    public FilterBuilder from(Instant value) {
        from = value;
        return this;
    }

    public FilterBuilder to(Instant value) {
        to = value;
        return this;
    }

    /** A value at one of the search paths; no letter has one of a name that there is no path for. */
    public FilterBuilder attribute(String name, String value) {
        attributes.add(new Attribute(name, value));
        return this;
    }

    public FilterBuilder text(String value) {
        text = value;
        return this;
    }

    public Filter build() {
        return new Filter(
                statuses,
                channels,
                errorTypes,
                categories,
                causes,
                lastErrorTypes,
                lastCauses,
                anyCauses,
                patterns,
                subscriberId,
                eventId,
                key,
                tag,
                priorities,
                minRetryCount,
                maxRetryCount,
                from,
                to,
                attributes,
                text);
    }
}
