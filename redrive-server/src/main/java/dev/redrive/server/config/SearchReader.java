package dev.redrive.server.config;

import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.store.attributes.SearchPaths;
import java.util.Map;
import java.util.Optional;

/** Reads by which values letters are found; nothing when there is no such group. */
final class SearchReader {
    private static final ValueForm<String> NAME = ValueForm.of(SearchPaths.NAME_FORM, SearchPaths::checkedName);
    private static final ValueForm<String> PATH = ValueForm.of(SearchPaths.PATH_FORM, SearchPaths::checkedPath);

    private SearchReader() {}

    static Optional<SearchPaths> read(Section root) {
        return root.ifGiven("search", section -> Optional.of(paths(section)));
    }

    private static SearchPaths paths(Section section) {
        Map<String, String> paths = section.free("paths", '_', NAME, name -> PATH);
        if (paths.size() <= SearchPaths.MOST_NAMES) return SearchPaths.of(paths);
        section.mistake(
                "paths",
                "there are " + paths.size() + " of them, and at most " + SearchPaths.MOST_NAMES + " are allowed");
        return SearchPaths.none();
    }
}
