package dev.redrive.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Error types as older scripts write them: {@code TIMEOUT_ERROR}, the name of a category with an ending, means that category.
 * Letters whose type is written so are in it, as the rules that come with the server read it from their type.
 */
final class ErrorTypes {
    private static final String ENDING = "_ERROR";

    private ErrorTypes() {}

    /** Those that are types of errors. */
    static List<String> types(List<String> given) {
        return given.stream().filter(type -> !isCategory(type)).toList();
    }

    /**
     * The categories that were named, in either way.
     *
     * @throws BadUsage when types are given, too: all that is given must hold, and so hardly any letter would be meant
     */
    static List<String> categories(List<String> categories, List<String> types) {
        List<String> all = new ArrayList<>(categories);
        for (String type : types) {
            if (isCategory(type)) all.add(category(type));
        }
        if (all.size() > categories.size() && !types(types).isEmpty())
            throw new BadUsage("--error-type " + types(types).get(0) + " is a type and another one is a category\n"
                    + "  ask for them one after the other");
        return all;
    }

    private static boolean isCategory(String type) {
        return type.toUpperCase(Locale.ROOT).endsWith(ENDING) && Filters.CATEGORIES.contains(category(type));
    }

    private static String category(String type) {
        String name = type.toUpperCase(Locale.ROOT);
        return name.substring(0, name.length() - ENDING.length());
    }
}
