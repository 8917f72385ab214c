package dev.redrive.server.pages;

import dev.redrive.internal.text.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of a page that change while it is open: elements with {@code data-live} and an id, and in them rows with
 * {@code data-key}. Knows the HTML of each, and which of them are others than in an earlier version.
 */
final class LiveParts {
    /** What is between these tags passes with time, and the browser writes it anew. */
    private static final Pattern TIMES = Pattern.compile("(<time [^>]*>)[^<]*</time>");

    private final List<Part> parts;
    private final Map<String, String> hashes = new HashMap<>();
    private final String version;

    private record Row(String key, String element, String html) {}

    /** The rows stand one after the other within the part, between what comes before and after each. */
    private record Part(String id, List<String> between, List<Row> rows) {}

    private LiveParts(List<Part> parts) {
        this.parts = parts;
        StringBuilder all = new StringBuilder();
        for (Part part : parts) {
            hash(part.id(), String.join("", part.between()), all);
            for (Row row : part.rows()) hash(part.id() + " " + row.key(), row.html(), all);
        }
        version = Sha256.hex(all.toString()).substring(0, 16);
    }

    private void hash(String name, String html, StringBuilder all) {
        String hash = Sha256.hex(TIMES.matcher(html).replaceAll("$1")).substring(0, 16);
        hashes.put(name, hash);
        all.append(name).append(hash).append('\n');
    }

    static LiveParts of(String html) {
        HtmlTags tags = new HtmlTags(html);
        List<Part> parts = new ArrayList<>();
        int from = 0;
        for (Optional<HtmlTags.Element> next = tags.next("data-live", from, html.length());
                next.isPresent();
                next = tags.next("data-live", from, html.length())) {
            HtmlTags.Element element = next.get();
            element.attribute("id").ifPresent(id -> parts.add(part(tags, html, id, element)));
            from = element.end();
        }
        return new LiveParts(parts);
    }

    private static Part part(HtmlTags tags, String html, String id, HtmlTags.Element element) {
        List<String> between = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        int from = element.start();
        int next = element.start() + element.tag().length();
        for (Optional<HtmlTags.Element> row = tags.next("data-key", next, element.end());
                row.isPresent();
                row = tags.next("data-key", next, element.end())) {
            HtmlTags.Element found = row.get();
            between.add(html.substring(from, found.start()));
            rows.add(new Row(
                    found.attribute("data-key").orElse(""), found.name(), html.substring(found.start(), found.end())));
            from = found.end();
            next = from;
        }
        between.add(html.substring(from, element.end()));
        return new Part(id, between, rows);
    }

    /** Another one when anything in a part is another, apart from the words for times. */
    String version() {
        return version;
    }

    /** By part and row. */
    Map<String, String> hashes() {
        return hashes;
    }

    /** The parts that changed since, each in a template element; rows that did not change are empty and say so. */
    String since(Map<String, String> known) {
        StringBuilder changed = new StringBuilder();
        for (Part part : parts) {
            boolean isSame = same(known, part.id())
                    && part.rows().stream().allMatch(row -> same(known, part.id() + " " + row.key()))
                    && known.keySet().stream()
                                    .filter(name -> name.startsWith(part.id() + " "))
                                    .count()
                            == part.rows().size();
            if (!isSame) append(changed, part, known);
        }
        return changed.toString();
    }

    private boolean same(Map<String, String> known, String name) {
        return String.valueOf(hashes.get(name)).equals(known.get(name));
    }

    private void append(StringBuilder changed, Part part, Map<String, String> known) {
        changed.append("<template data-part=\"").append(part.id()).append("\">");
        for (int i = 0; i < part.rows().size(); i++) {
            Row row = part.rows().get(i);
            changed.append(part.between().get(i));
            if (same(known, part.id() + " " + row.key()))
                changed.append('<')
                        .append(row.element())
                        .append(" data-key=\"")
                        .append(row.key())
                        .append("\" data-same></")
                        .append(row.element())
                        .append('>');
            else changed.append(row.html());
        }
        changed.append(part.between().get(part.rows().size())).append("</template>\n");
    }
}
