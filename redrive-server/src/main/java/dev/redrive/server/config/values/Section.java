package dev.redrive.server.config.values;

import dev.redrive.internal.text.ShortText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A group of keys at one place of the configuration: what the file says, under what the environment and the command line
 * say. Its reader names each known key; every other key is a mistake.
 */
public final class Section {
    private final String path;
    private final String place;
    private final Map<String, RawValue> keys;
    private final Overrides overrides;
    private final Mistakes mistakes;
    private final Map<String, GivenSetting> good;
    private final Set<String> known = new TreeSet<>();

    private Section(
            String path, RawValue.Keys given, Overrides overrides, Mistakes mistakes, Map<String, GivenSetting> good) {
        this.path = path;
        this.place = given.place();
        this.keys = given.keys();
        this.overrides = overrides;
        this.mistakes = mistakes;
        this.good = good;
    }

    /** Reads the outermost group. */
    public static <T> T read(RawValue.Keys given, Overrides overrides, Mistakes mistakes, Function<Section, T> reader) {
        return new Section("redrive", given, overrides, mistakes, new LinkedHashMap<>()).readWith(reader);
    }

    private <T> T readWith(Function<Section, T> reader) {
        T result = reader.apply(this);
        reportUnknownKeys();
        return result;
    }

    // Values

    /** Empty when it is not given, and after a mistake. */
    public <T> Optional<T> value(String key, ValueForm<T> form) {
        return find(key).flatMap(given -> parse(pathOf(key), given, form));
    }

    /** Empty after a mistake, such as that it is not given. */
    public <T> Optional<T> required(String key, ValueForm<T> form) {
        if (find(key).isEmpty()) missing(key, form.allowed());
        return value(key, form);
    }

    /** A list of values, or one text with commas between them. Empty when it is not given. */
    public <T> List<T> values(String key, ValueForm<T> form) {
        return find(key).map(given -> parseAll(pathOf(key), given, form)).orElse(List.of());
    }

    public <T> List<T> requiredValues(String key, ValueForm<T> form) {
        if (find(key).isEmpty()) missing(key, "a list; each item is " + form.allowed());
        return values(key, form);
    }

    /** Empty also when it is given in another form, which is no mistake yet. */
    public <T> Optional<T> valueIfFits(String key, ValueForm<T> form) {
        if (!(find(key).orElse(null) instanceof RawValue.Text text)) return Optional.empty();
        try {
            T value = form.read(text.text());
            note(pathOf(key), text, form);
            return Optional.of(value);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public boolean isList(String key) {
        return find(key).orElse(null) instanceof RawValue.Items;
    }

    /** Values under names that are the user's own. An underscore of a variable's name stands for a dash. */
    public Map<String, String> free(String key, ValueForm<String> names, ValueForm<String> values) {
        return free(key, '-', names, name -> values);
    }

    /** The same with what an underscore of a variable's name stands for, and with a form for each name. */
    public Map<String, String> free(
            String key, char underscore, ValueForm<String> names, Function<String, ValueForm<String>> values) {
        Map<String, RawValue> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        known.add(key);
        RawValue given = keys.getOrDefault(key, new RawValue.Nothing(place));
        if (given instanceof RawValue.Keys group) found.putAll(group.keys());
        else if (isThere(given)) wrongKind(pathOf(key), given, "a group of keys");
        overrides.freeKeys(pathOf(key)).forEach((name, value) -> found.put(name.replace('_', underscore), value));

        Map<String, String> parsed = new LinkedHashMap<>();
        found.forEach((name, value) -> {
            String full = pathOf(key) + "." + name;
            Optional<String> goodName = parsed(full, RawValue.Text.of(name, value.place()), names);
            Optional<String> goodValue = goodName.flatMap(good -> parse(full, value, values.apply(good)));
            if (goodName.isPresent() && goodValue.isPresent()) parsed.put(goodName.get(), goodValue.get());
        });
        return parsed;
    }

    /** A variable that has no key, only a name. */
    public <T> Optional<T> variable(String name, ValueForm<T> form) {
        return overrides.variable(name).flatMap(given -> parse(name, given, form));
    }

    public boolean hasVariable(String name) {
        return overrides.variable(name).isPresent();
    }

    /** What was given and read so far, here and in all other groups, in the order in which it was read. */
    public List<GivenSetting> given() {
        return List.copyOf(good.values());
    }

    // Groups

    public boolean isGiven(String key) {
        return find(key).isPresent() || overrides.anyBelow(pathOf(key));
    }

    /** The group, as if it were there without any keys when it is not. */
    public <T> T inside(String key, Function<Section, T> reader) {
        known.add(key);
        return below(pathOf(key), keys.getOrDefault(key, new RawValue.Nothing(place)))
                .readWith(reader);
    }

    public <T> Optional<T> ifGiven(String key, Function<Section, Optional<T>> reader) {
        return isGiven(key) ? inside(key, reader) : Optional.empty();
    }

    /** Groups under names that are the user's own. */
    public <T> Map<String, T> named(String key, ValueForm<String> names, Function<Section, Optional<T>> reader) {
        known.add(key);
        RawValue given = keys.getOrDefault(key, new RawValue.Nothing(place));
        if (!(given instanceof RawValue.Keys group)) {
            if (isThere(given)) wrongKind(pathOf(key), given, "a group of keys");
            return Map.of();
        }
        Map<String, T> results = new LinkedHashMap<>();
        group.keys().forEach((name, item) -> {
            String itsPath = pathOf(key) + "." + name;
            boolean isGood =
                    parsed(itsPath, RawValue.Text.of(name, item.place()), names).isPresent();
            if (isGood && !(item instanceof RawValue.Broken))
                below(itsPath, item).readWith(reader).ifPresent(result -> results.put(name, result));
        });
        return results;
    }

    /** A list of groups. */
    public <T> List<T> each(String key, Function<Section, Optional<T>> reader) {
        List<RawValue> items = items(key);
        List<T> results = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            RawValue item = items.get(i);
            if (item instanceof RawValue.Broken) continue;
            below(pathOf(key) + "[" + i + "]", item).readWith(reader).ifPresent(results::add);
        }
        return results;
    }

    /** The file's items, and behind them those that only variables speak of. */
    private List<RawValue> items(String key) {
        known.add(key);
        List<RawValue> items = new ArrayList<>();
        RawValue given = keys.get(key);
        if (given instanceof RawValue.Items list) {
            items.addAll(list.items());
            if (items.isEmpty())
                mistakes.add(pathOf(key), list.place(), "the list is empty; fill it or remove the key");
        } else if (given != null && isThere(given)) {
            wrongKind(pathOf(key), given, "a list");
        }
        SortedSet<Integer> indexes = overrides.indexes(pathOf(key));
        while (indexes.contains(items.size())) {
            items.add(new RawValue.Nothing(itemName(key, items.size())));
        }
        indexes.tailSet(items.size())
                .forEach(index -> mistakes.add(
                        pathOf(key) + "[" + index + "]",
                        itemName(key, index),
                        "the item before it is missing; the next free number is " + items.size()));
        return items;
    }

    private String itemName(String key, int index) {
        return Overrides.nameFor(pathOf(key)) + "_" + index + "_…";
    }

    private Section below(String itsPath, RawValue given) {
        if (given instanceof RawValue.Keys group) return new Section(itsPath, group, overrides, mistakes, good);
        if (isThere(given)) wrongKind(itsPath, given, "a group of keys");
        return new Section(itsPath, new RawValue.Keys(Map.of(), given.place()), overrides, mistakes, good);
    }

    // Mistakes

    /** A mistake of the group as a whole. */
    public void mistake(String text) {
        mistakes.add(path, place, text);
    }

    /** A mistake of one of its keys. */
    public void mistake(String key, String text) {
        mistakes.add(pathOf(key), find(key).map(RawValue::place).orElse(place), text);
    }

    /** A mistake of a variable that has no key. */
    public void mistakeOf(String variable, String text) {
        mistakes.add(variable + ": " + text);
    }

    public int mistakesSoFar() {
        return mistakes.count();
    }

    /** For when what is wrong makes it impossible to say which keys there are. */
    public void allowAnything() {
        known.addAll(keys.keySet());
    }

    private void reportUnknownKeys() {
        keys.forEach((key, given) -> {
            if (!known.contains(key))
                mistakes.add(pathOf(key), given.place(), "there is no such key" + whatThereIs(key));
        });
    }

    private String whatThereIs(String key) {
        String hint = Spelling.hint(key, known);
        return hint + (hint.isEmpty() ? "; allowed" : " Allowed") + " here: " + String.join(", ", known);
    }

    private void missing(String key, String allowed) {
        mistakes.add(pathOf(key), place, "is missing; it must be " + allowed);
    }

    private void wrongKind(String itsPath, RawValue given, String wanted) {
        mistakes.add(itsPath, given.place(), "must be " + wanted + ", and is " + given.kind());
    }

    // Parsing

    private Optional<RawValue> find(String key) {
        known.add(key);
        Optional<RawValue> written =
                Optional.ofNullable(keys.get(key)).filter(given -> !(given instanceof RawValue.Nothing));
        return overrides.find(pathOf(key)).map(RawValue.class::cast).or(() -> written);
    }

    private static boolean isThere(RawValue given) {
        return !(given instanceof RawValue.Nothing || given instanceof RawValue.Broken);
    }

    private <T> Optional<T> parse(String itsPath, RawValue given, ValueForm<T> form) {
        Optional<T> value = parsed(itsPath, given, form);
        if (value.isPresent() && given instanceof RawValue.Text text) note(itsPath, text, form);
        return value;
    }

    private void note(String itsPath, RawValue.Text text, ValueForm<?> form) {
        good.put(itsPath, new GivenSetting(itsPath, cut(form.shown().apply(text.written())), text.place()));
    }

    private <T> Optional<T> parsed(String itsPath, RawValue given, ValueForm<T> form) {
        if (given instanceof RawValue.Broken) return Optional.empty();
        if (!(given instanceof RawValue.Text text)) {
            mistakes.add(itsPath, given.place(), "must be " + form.allowed() + ", and is " + given.kind());
            return Optional.empty();
        }
        try {
            return Optional.of(form.read(text.text()));
        } catch (IllegalArgumentException e) {
            notAllowed(itsPath, text, form);
            return Optional.empty();
        }
    }

    private void notAllowed(String itsPath, RawValue.Text text, ValueForm<?> form) {
        String shown = form.shown().apply(text.written());
        String value = shown.isEmpty() && !text.written().isEmpty() ? "" : " \"" + cut(shown) + "\" is not allowed;";
        String where = itsPath.equals(text.place()) ? itsPath : itsPath + " (" + text.place() + ")";
        String hint = form.hint().apply(text.written());
        mistakes.add(where + ":" + value + " it must be " + form.allowed() + hint);
    }

    private static String cut(String text) {
        String clean = text.replaceAll("\\p{Cntrl}", "?");
        return ShortText.withDots(clean, 100);
    }

    private <T> List<T> parseAll(String itsPath, RawValue given, ValueForm<T> form) {
        if (given instanceof RawValue.Text text) {
            return parts(text)
                    .flatMap(part -> parse(itsPath, part, form).stream())
                    .toList();
        }
        if (!(given instanceof RawValue.Items list)) {
            if (isThere(given)) wrongKind(itsPath, given, "a list");
            return List.of();
        }
        if (list.items().isEmpty()) {
            mistakes.add(itsPath, list.place(), "the list is empty; fill it or remove the key");
        }
        List<T> parsed = new ArrayList<>();
        for (int i = 0; i < list.items().size(); i++) {
            parse(itsPath + "[" + i + "]", list.items().get(i), form).ifPresent(parsed::add);
        }
        return parsed;
    }

    private static Stream<RawValue> parts(RawValue.Text text) {
        boolean isFilled = !text.text().equals(text.written());
        return Stream.of(text.text().split(",", -1))
                .map(String::strip)
                .map(part -> new RawValue.Text(part, isFilled ? text.written() : part, text.place()));
    }

    private String pathOf(String key) {
        return path + "." + key;
    }
}
