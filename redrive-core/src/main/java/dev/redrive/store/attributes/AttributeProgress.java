package dev.redrive.store.attributes;

/**
 * Of how many letters the attributes are kept. Those that were there before a path was chosen are looked at in the background.
 *
 * @param letters how many there are
 * @param searchable how many of them are found by their attributes, about
 */
public record AttributeProgress(SearchPaths paths, long letters, long searchable) {
    public boolean isComplete() {
        return searchable >= letters;
    }
}
