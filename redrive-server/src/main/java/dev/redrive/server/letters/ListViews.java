package dev.redrive.server.letters;

import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.views.SavedView;
import dev.redrive.store.views.SavedViews;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Saved views of the list of letters, as callers may use them: whoever may read keeps own ones, operators keep those that are shared.
 * What is saved or deleted is in the audit log.
 */
@Component
public final class ListViews {
    private static final int LONGEST_QUERY = 2000;
    private static final List<String> CHANNELS = List.of("channel", "tableName", "topic", "stage");

    private final SavedViews views;
    private final Settings settings;
    private final SearchWords search;
    private final RedactionGate gate;
    private final Audit audit;
    private final InstantSource clock;

    public ListViews(DeadLetterStore store, Settings settings, Audit audit, InstantSource clock) {
        this.views = store.savedViews();
        this.search = new SearchWords(() -> store.attributes().paths());
        this.settings = settings;
        this.gate = new RedactionGate(settings.redaction());
        this.audit = audit;
        this.clock = clock;
    }

    /** Shared ones, without those that the caller may not open or whose filter tells what is hidden from them, and the caller's own. */
    List<SavedView> of(Caller caller) {
        return views.list(caller.name()).stream()
                .filter(view -> !view.isShared() || isFor(caller, view))
                .toList();
    }

    private boolean isFor(Caller caller, SavedView view) {
        Map<String, List<String>> words = ListAddress.ofQuery(view.query()).words();
        boolean looksForValues =
                words.keySet().stream().anyMatch(name -> name.equals("q") || name.startsWith(FilterWords.ATTRIBUTE));
        if (looksForValues && Masking.of(settings, caller).hidesAnything()) return false;
        return CHANNELS.stream()
                .flatMap(name -> words.getOrDefault(name, List.of()).stream())
                .allMatch(caller::mayUse);
    }

    /** The one that a name means: an own one before a shared one. */
    Optional<SavedView> find(Caller caller, String name) {
        List<SavedView> named =
                of(caller).stream().filter(view -> view.name().equals(name)).toList();
        return Stream.concat(
                        named.stream().filter(view -> !view.isShared()),
                        named.stream().filter(SavedView::isShared))
                .findFirst();
    }

    /** A saved view, and whether it is a new one. */
    record Saved(SavedView view, boolean isNew) {}

    Saved save(Caller caller, ViewName name, ListAddress wanted) {
        checkRole(caller, name);
        ListAddress address = wanted.read(search);
        checkFilter(address);
        SavedView view =
                new SavedView(name.text(), owner(caller, name), address.query(), caller.name(), clock.instant());
        checkRoom(caller, view);
        boolean isNew = views.save(view).isEmpty();
        audit.record(caller, "view save", name.title(), 0);
        return new Saved(view, isNew);
    }

    SavedView delete(Caller caller, ViewName name) {
        checkRole(caller, name);
        SavedView deleted = views.delete(owner(caller, name), name.text())
                .orElseThrow(() -> Problem.notFound("there is no " + name.title()));
        audit.record(caller, "view delete", name.title(), 0);
        return deleted;
    }

    private static @Nullable String owner(Caller caller, ViewName name) {
        return name.isShared() ? null : caller.name();
    }

    private static void checkRole(Caller caller, ViewName name) {
        if (name.isShared() && !caller.may(Role.OPERATOR))
            throw Problem.forbidden("views that are shared need the role operator; keep it as your own");
    }

    /** What could not be opened is not kept, and neither is what redaction hides. */
    private void checkFilter(ListAddress address) {
        if (address.query().length() > LONGEST_QUERY)
            throw Problem.badField("query", "the query of a view has at most " + LONGEST_QUERY + " characters");
        address.check(clock.instant(), ZoneOffset.UTC);
        boolean hasSecret = address.words().values().stream()
                .flatMap(List::stream)
                .anyMatch(value -> !gate.text(value).equals(value));
        if (hasSecret)
            throw Problem.badField(
                    "query", "the filter has a value that is redacted here, so it is not kept as a view");
    }

    private void checkRoom(Caller caller, SavedView view) {
        List<SavedView> there = views.list(caller.name()).stream()
                .filter(known -> known.isShared() == view.isShared())
                .toList();
        boolean isKnown = there.stream().anyMatch(known -> known.name().equals(view.name()));
        if (!isKnown && there.size() >= SavedViews.MOST)
            throw Problem.conflict("there are " + SavedViews.MOST + " such views already; delete some first");
    }
}
