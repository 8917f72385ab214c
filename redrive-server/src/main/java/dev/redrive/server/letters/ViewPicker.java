package dev.redrive.server.letters;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.store.views.SavedView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The saved views on the page of letters, and which of them is open.
 *
 * @param query of the list as it is shown
 * @param mayShare whether the reader may keep and delete views that are shared
 */
public record ViewPicker(List<Row> rows, Optional<Open> open, String query, boolean mayShare) {
    /** A view that can be opened. */
    public record Row(String name, boolean isShared, String by, String address, boolean isOpen, boolean mayDelete) {}

    /**
     * The view that is open.
     *
     * @param isChanged when the list is not as it was saved
     * @param maySave whether the reader may keep what is changed under the same name
     */
    public record Open(String name, boolean isShared, boolean isChanged, boolean maySave, String address) {}

    static ViewPicker of(List<SavedView> views, ListAddress address, Caller caller) {
        boolean mayShare = caller.may(Role.OPERATOR);
        // An own view hides a shared one of its name: both are found by it.
        Map<String, SavedView> byName = new LinkedHashMap<>();
        views.forEach(view -> byName.put(view.name(), view));
        Optional<SavedView> open = address.view().map(byName::get);
        String query = address.query();
        return new ViewPicker(
                byName.values().stream()
                        .map(view -> new Row(
                                view.name(),
                                view.isShared(),
                                view.by(),
                                address(view),
                                open.filter(view::equals).isPresent(),
                                mayShare || !view.isShared()))
                        .toList(),
                open.map(view -> new Open(
                        view.name(),
                        view.isShared(),
                        !query.equals(view.query()),
                        mayShare || !view.isShared(),
                        address(view))),
                query,
                mayShare);
    }

    private static String address(SavedView view) {
        return ListAddress.ofQuery(view.query()).in(view.name()).path();
    }
}
