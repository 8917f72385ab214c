package dev.redrive.internal.erasure;

import dev.redrive.erasure.ErasureView;
import dev.redrive.internal.redaction.ValueEraser;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.views.SavedView;
import dev.redrive.store.views.SavedViews;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The saved views whose name or filter quotes a value. */
record FoundViews(SavedViews views, String value, List<SavedView> found) {
    static FoundViews in(SavedViews views, String value) {
        return new FoundViews(
                views,
                value,
                views.all().stream().filter(view -> quotes(view, value)).toList());
    }

    /** A short value is in every text by chance, so it has to be the whole of a condition. */
    private static boolean quotes(SavedView view, String value) {
        return texts(view).anyMatch(text -> ValueEraser.isShort(value) ? text.equals(value) : text.contains(value));
    }

    private static Stream<String> texts(SavedView view) {
        Stream<String> conditions = Arrays.stream(view.query().split("&", -1))
                .map(part -> part.substring(part.indexOf('=') + 1))
                .map(FoundViews::decoded);
        return Stream.concat(Stream.of(view.name()), conditions);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** With nothing of the value. */
    List<ErasureView> listed() {
        return found.stream()
                .map(view -> new ErasureView(view.name().replace(value, Redaction.MASK), view.owner()))
                .toList();
    }

    /** What a confirmation covers of them; empty when there are none. */
    String text() {
        return found.isEmpty() ? "" : found.toString();
    }

    void delete() {
        for (SavedView view : found) {
            var unused = views.delete(view.owner(), view.name());
        }
    }
}
