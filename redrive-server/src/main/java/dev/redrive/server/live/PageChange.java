package dev.redrive.server.live;

import dev.redrive.server.caller.Scope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What changed within a second or so.
 *
 * @param number counted from the start of the server
 * @param isCut true when more happened than is named
 */
record PageChange(long number, List<Entry> entries, boolean isCut) {
    static final int MOST_ENTRIES = 200;

    /**
     * One thing that changed.
     *
     * @param channel what it is about; null when it is about none or unknown
     * @param id of the letter, cause or replay; null when it is about more than one thing
     */
    record Entry(
            String topic,
            @Nullable String channel,
            @Nullable String id) {
        /** Callers that are limited to channels learn of changes without a channel, but not of what. */
        boolean isFor(Scope scope) {
            return channel == null || scope.includes(channel);
        }
    }

    PageChange {
        entries = List.copyOf(entries);
    }

    /** Several changes as one. */
    static PageChange of(List<PageChange> changes) {
        Set<Entry> all = new LinkedHashSet<>();
        changes.forEach(change -> all.addAll(change.entries()));
        boolean isCut = all.size() > MOST_ENTRIES || changes.stream().anyMatch(PageChange::isCut);
        return new PageChange(
                changes.get(changes.size() - 1).number(),
                all.stream().limit(MOST_ENTRIES).toList(),
                isCut);
    }

    boolean isFor(Scope scope) {
        return isCut || entries.stream().anyMatch(entry -> entry.isFor(scope));
    }

    Set<String> topics(Scope scope) {
        Set<String> topics = new LinkedHashSet<>();
        entries.stream().filter(entry -> entry.isFor(scope)).map(Entry::topic).forEach(topics::add);
        return topics;
    }

    List<String> ids(Scope scope) {
        List<String> ids = new ArrayList<>();
        for (Entry entry : entries) {
            boolean isNamed = scope.isAll() || (entry.channel() != null && scope.includes(entry.channel()));
            if (isNamed && entry.id() != null) ids.add(entry.id());
        }
        return ids;
    }
}
