package dev.redrive.server.caller;

import dev.redrive.letter.DeadLetter;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Tallies;
import dev.redrive.text.Glob;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The channels that an answer is about; none named means all. */
public record Scope(List<Glob> channels) {
    private static final Scope ALL = new Scope(List.of());

    public Scope {
        channels = List.copyOf(channels);
    }

    public static Scope all() {
        return ALL;
    }

    /** All that a caller may see. */
    public static Scope of(Caller caller) {
        return new Scope(caller.channels());
    }

    /** One channel or name pattern, if the caller may see it; without one, all that they may see. */
    public static Scope of(Caller caller, @Nullable String channel) {
        if (channel == null || channel.isBlank()) return of(caller);
        // A pattern within a limit matches the limit's own pattern as if it were a name.
        if (!caller.mayUse(channel)) throw forbidden(channel);
        return new Scope(List.of(new Glob(channel)));
    }

    private static Problem forbidden(String channel) {
        return Problem.forbidden("you are limited to other channels than " + channel)
                .with("channel", channel);
    }

    public boolean isAll() {
        return channels.isEmpty();
    }

    public boolean includes(String channel) {
        return isAll() || channels.stream().anyMatch(glob -> glob.matches(channel));
    }

    /** The same letter, if it is in these channels. */
    public DeadLetter allowed(DeadLetter letter) {
        if (!includes(letter.channel())) throw forbidden(letter.channel());
        return letter;
    }

    /** Narrows a filter that names no channels to these. */
    public FilterBuilder limit(FilterBuilder filter) {
        channels.forEach(glob -> filter.channel(glob.pattern()));
        return filter;
    }

    /** The same filter, but never beyond these channels. */
    public Filter limit(Filter filter) {
        if (isAll()) return filter;
        Set<Glob> common = new LinkedHashSet<>();
        for (Glob wanted : filter.channels()) common.addAll(common(wanted));
        if (filter.channels().isEmpty()) common.addAll(channels);
        return filter.inChannels(common);
    }

    /**
     * A pattern that matches another pattern's own text matches all that the other one matches, because its fixed parts
     * can only have met fixed parts.
     */
    private Set<Glob> common(Glob wanted) {
        if (includes(wanted.pattern())) return Set.of(wanted);
        Set<Glob> within = new LinkedHashSet<>();
        for (Glob own : channels) {
            if (wanted.matches(own.pattern())) within.add(own);
        }
        if (within.isEmpty()) throw forbidden(wanted.pattern());
        return within;
    }

    public Tallies limit(Tallies tallies) {
        if (isAll()) return tallies;
        return new Tallies(tallies.list().stream()
                .filter(tally -> includes(tally.channel()))
                .toList());
    }

    /** The names of its channels, as far as they are spelt out or have letters. */
    public Set<String> names(Tallies tallies) {
        Set<String> names = new TreeSet<>(limit(tallies).channels());
        channels.stream().filter(Glob::isLiteral).map(Glob::pattern).forEach(names::add);
        return names;
    }
}
