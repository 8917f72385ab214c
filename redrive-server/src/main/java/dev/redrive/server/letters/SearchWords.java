package dev.redrive.server.letters;

import dev.redrive.store.attributes.SearchPaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is typed into the search box: {@code orderId:ORD-1 status:failed timed out} means letters with that attribute and status and
 * with that text. Words before a colon that mean nothing here are text, too.
 */
final class SearchWords {
    private static final String TEXT = "q";
    private static final Pattern WORD =
            Pattern.compile("(?<!\\S)([A-Za-z][\\w.-]{0,63}):(?:\"([^\"]+)\"|([^\\s\"]\\S*))");

    private final Supplier<SearchPaths> paths;

    SearchWords(Supplier<SearchPaths> paths) {
        this.paths = paths;
    }

    /** Conditions by their names; what is left is the text. */
    Map<String, List<String>> read(String typed) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        StringBuilder rest = new StringBuilder();
        Matcher word = WORD.matcher(typed);
        while (word.find()) {
            Optional<String> name = name(word.group(1));
            String value = Optional.ofNullable(word.group(2)).orElseGet(() -> word.group(3));
            name.ifPresent(known ->
                    found.computeIfAbsent(known, any -> new ArrayList<>()).add(value));
            word.appendReplacement(rest, name.isPresent() ? "" : Matcher.quoteReplacement(word.group()));
        }
        word.appendTail(rest);
        String text = found.isEmpty() ? typed : rest.toString().strip().replaceAll(" {2,}", " ");
        if (!text.isEmpty()) found.put(TEXT, List.of(text));
        return found;
    }

    private Optional<String> name(String typed) {
        // A cause on the pages means both: captured for it, or failing with it now.
        if (typed.equalsIgnoreCase("cause")) return Optional.of("anyCause");
        Optional<String> known = FilterWords.NAMES.stream()
                .filter(name -> name.equalsIgnoreCase(typed) && !name.equals(TEXT))
                .findFirst();
        if (known.isPresent()) return known;
        return paths.get().byName().keySet().stream()
                .filter(name -> name.equalsIgnoreCase(typed))
                .findFirst()
                .map(name -> FilterWords.ATTRIBUTE + name);
    }
}
