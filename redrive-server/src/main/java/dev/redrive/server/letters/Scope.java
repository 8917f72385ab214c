package dev.redrive.server.letters;

import dev.redrive.letter.DeadLetter;
import dev.redrive.server.access.Caller;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Filter;
import dev.redrive.text.Glob;
import java.util.LinkedHashSet;
import java.util.Set;

/** The channels that a caller is limited to, wherever letters are shown or changed. */
record Scope(Caller caller) {
    boolean isLimited() {
        return !caller.channels().isEmpty();
    }

    DeadLetter allowed(DeadLetter letter) {
        if (!caller.mayUse(letter.channel())) throw forbidden(letter.channel());
        return letter;
    }

    /** The same filter, but never beyond the caller's channels. */
    Filter limited(Filter filter) {
        if (!isLimited()) return filter;
        Set<Glob> channels = new LinkedHashSet<>();
        for (Glob wanted : filter.channels()) channels.addAll(common(wanted));
        if (filter.channels().isEmpty()) channels.addAll(caller.channels());
        return withChannels(filter, channels);
    }

    /**
     * A pattern that matches another pattern's own text matches all that the other one matches, because its fixed parts
     * can only have met fixed parts.
     */
    private Set<Glob> common(Glob wanted) {
        if (caller.mayUse(wanted.pattern())) return Set.of(wanted);
        Set<Glob> within = new LinkedHashSet<>();
        for (Glob own : caller.channels()) {
            if (wanted.matches(own.pattern())) within.add(own);
        }
        if (within.isEmpty()) throw forbidden(wanted.pattern());
        return within;
    }

    private static Problem forbidden(String channel) {
        return Problem.forbidden("your token is limited to other channels than " + channel)
                .with("channel", channel);
    }

    private static Filter withChannels(Filter f, Set<Glob> channels) {
        return new Filter(
                f.statuses(),
                channels,
                f.errorTypes(),
                f.categories(),
                f.causes(),
                f.patterns(),
                f.subscriberId(),
                f.eventId(),
                f.key(),
                f.tag(),
                f.priorities(),
                f.minRetryCount(),
                f.maxRetryCount(),
                f.from(),
                f.to(),
                f.text());
    }
}
