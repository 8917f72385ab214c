package dev.redrive.store.attributes;

import dev.redrive.json.JsonPath;
import dev.redrive.letter.Header;
import dev.redrive.letter.Message;
import dev.redrive.redaction.Redaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where in a message the attributes of its letter are, by their names: at a path in a JSON payload, such as {@code $.customer.id},
 * or in a header, such as {@code header:x-order-id}. Numbers keep every digit. An array gives each of its plain values; objects
 * and nulls give none, and neither does a value that is hidden wholly or in part.
 */
public final class SearchPaths {
    public static final int MOST_NAMES = 20;
    /** So many values of each name are kept of a letter, the first ones. */
    public static final int MOST_VALUES = 10;

    public static final String NAME_FORM = "a letter, then letters, digits, _ and -, at most 64 characters";
    public static final String PATH_FORM = "a JSON path such as $.order.id, or a header such as header:x-order-id";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final Pattern HEADER = Pattern.compile("header:([!-~]{1,200})");
    private static final JsonPath EACH = JsonPath.of("$[*]");
    private static final SearchPaths NONE = new SearchPaths(new TreeMap<>());

    private final SortedMap<String, String> written;
    private final List<String> pathNames = new ArrayList<>();
    private final List<JsonPath> paths = new ArrayList<>();
    private final SortedMap<String, String> headers = new TreeMap<>();

    private SearchPaths(SortedMap<String, String> written) {
        this.written = Collections.unmodifiableSortedMap(written);
        written.forEach((name, path) -> {
            String header = header(path);
            if (header != null) {
                headers.put(name, header);
            } else {
                pathNames.add(name);
                paths.add(JsonPath.of(path));
            }
        });
    }

    public static SearchPaths none() {
        return NONE;
    }

    /**
     * With paths by their names.
     *
     * @throws IllegalArgumentException when there are too many, or one is not as it should be
     */
    public static SearchPaths of(Map<String, String> byName) {
        if (byName.size() > MOST_NAMES)
            throw new IllegalArgumentException(
                    "there are " + byName.size() + " search paths, and at most " + MOST_NAMES + " are allowed");
        byName.forEach((name, path) -> {
            checkedName(name);
            checkedPath(path);
        });
        return byName.isEmpty() ? NONE : new SearchPaths(new TreeMap<>(byName));
    }

    public static String checkedName(String name) {
        if (!NAME.matcher(name).matches())
            throw new IllegalArgumentException("not a name of a search path: \"" + name + "\"; it is " + NAME_FORM);
        return name;
    }

    public static String checkedPath(String path) {
        if (header(path) == null && !JsonPath.isPath(path))
            throw new IllegalArgumentException("not a search path: \"" + path + "\"; it is " + PATH_FORM);
        return path;
    }

    private static @Nullable String header(String path) {
        var matcher = HEADER.matcher(path);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /** The paths as they were written. */
    public SortedMap<String, String> byName() {
        return written;
    }

    public boolean isEmpty() {
        return written.isEmpty();
    }

    /** The attributes of a message, each once. */
    public Set<Attribute> in(Message message) {
        Set<Attribute> found = new LinkedHashSet<>();
        if (!paths.isEmpty()) addFromPayload(message, found);
        headers.forEach((name, header) -> addFromHeaders(name, header, message, found));
        return found;
    }

    private void addFromPayload(Message message, Set<Attribute> found) {
        byte[] payload = message.payload().bytes();
        int[] counts = new int[paths.size()];
        for (JsonPath.Place place : JsonPath.eachPlace(payload, paths, MOST_VALUES)) {
            int which = place.which();
            for (String value : values(place.in(payload)))
                if (counts[which] < MOST_VALUES && add(pathNames.get(which), value, found)) counts[which]++;
        }
    }

    /** A plain value, or those in an array. */
    private static List<String> values(byte[] json) {
        if (json[0] != '[') return isPlain(json) ? List.of(JsonPath.text(json)) : List.of();
        return JsonPath.eachPlace(json, List.of(EACH), MOST_VALUES).stream()
                .map(place -> place.in(json))
                .filter(SearchPaths::isPlain)
                .map(JsonPath::text)
                .toList();
    }

    private static boolean isPlain(byte[] json) {
        return json[0] != '{' && json[0] != '[' && json[0] != 'n';
    }

    private static void addFromHeaders(String name, String header, Message message, Set<Attribute> found) {
        int count = 0;
        for (Header each : message.headers().list()) {
            if (count == MOST_VALUES) return;
            if (!each.name().equalsIgnoreCase(header) || !each.value().isText()) continue;
            if (add(name, each.value().text(), found)) count++;
        }
    }

    private static boolean add(String name, String value, Set<Attribute> found) {
        return !value.isEmpty() && !value.contains(Redaction.MASK) && found.add(new Attribute(name, value));
    }

    /** Two are equal when they are written the same way. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SearchPaths that && written.equals(that.written);
    }

    @Override
    public int hashCode() {
        return written.hashCode();
    }

    @Override
    public String toString() {
        return written.toString();
    }
}
