package dev.redrive.server.stats;

import dev.redrive.server.access.Caller;
import dev.redrive.server.web.Problem;
import dev.redrive.store.FilterBuilder;
import dev.redrive.store.Tallies;
import dev.redrive.text.Glob;
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
        if (!caller.mayUse(channel))
            throw Problem.forbidden("your token is limited to other channels than \"" + channel + "\"");
        return new Scope(List.of(new Glob(channel)));
    }

    public boolean isAll() {
        return channels.isEmpty();
    }

    public boolean includes(String channel) {
        return isAll() || channels.stream().anyMatch(glob -> glob.matches(channel));
    }

    /** Narrows a filter to these channels. */
    public FilterBuilder limit(FilterBuilder filter) {
        channels.forEach(glob -> filter.channel(glob.pattern()));
        return filter;
    }

    Tallies limit(Tallies tallies) {
        if (isAll()) return tallies;
        return new Tallies(tallies.list().stream()
                .filter(tally -> includes(tally.channel()))
                .toList());
    }

    /** The names of its channels, as far as they are spelt out or have letters. */
    Set<String> names(Tallies tallies) {
        Set<String> names = new TreeSet<>(limit(tallies).channels());
        channels.stream().filter(Glob::isLiteral).map(Glob::pattern).forEach(names::add);
        return names;
    }
}
