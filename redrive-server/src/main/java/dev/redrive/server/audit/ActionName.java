package dev.redrive.server.audit;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What people read for the name of an action: {@code hold channel} for {@code channel.hold}. Lines of the audit log keep the
 * name that they were written with, because their hashes cover it.
 */
final class ActionName {
    /** Names that do not simply begin with what the action is about. */
    private static final Map<String, String> SPECIAL = Map.ofEntries(
            Map.entry("alerts check", "check alerts"),
            Map.entry("alerts snooze", "snooze alert"),
            Map.entry("alerts snooze end", "end snooze"),
            Map.entry("alerts test", "test alerts"),
            Map.entry("backup", "back up"),
            Map.entry("bulk archive", "archive letters"),
            Map.entry("bulk delete", "delete letters"),
            Map.entry("bulk discard", "discard letters"),
            Map.entry("bulk restore", "restore letters"),
            Map.entry("bulk tag", "tag letters"),
            Map.entry("cause link", "link cause to ticket"),
            Map.entry("cause note", "add note to cause"),
            Map.entry("cause undo", "undo decision on cause"),
            Map.entry("cold.restore", "restore from archive"),
            Map.entry("hold", "place legal hold"),
            Map.entry("hold.lift", "lift legal hold"),
            Map.entry("log in failed", "fail to log in"),
            Map.entry("release", "name release"),
            Map.entry("replay release", "release letters of replay"),
            Map.entry("replay take over", "take over letters for replay"));

    private static final Map<String, String> SPECIAL_BACK =
            SPECIAL.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

    /** The other names that begin with what the action is about. */
    private static final Set<String> THINGS = Set.of("cause", "channel", "demo", "replay", "retention", "view");

    private static final Set<String> DOTTED = Set.of("channel", "retention");

    private ActionName() {}

    static String shown(String stored) {
        String special = SPECIAL.get(stored);
        if (special != null) return special;
        String[] words = stored.split("[ .]", 2);
        return words.length == 2 && THINGS.contains(words[0]) ? words[1] + " " + words[0] : stored;
    }

    /** The stored name of an action that somebody asks for by its stored or its shown name. */
    static String stored(String asked) {
        String typed = asked.strip().toLowerCase(Locale.ROOT);
        String special = SPECIAL_BACK.get(typed);
        if (special != null) return special;
        int end = typed.lastIndexOf(' ');
        String thing = typed.substring(end + 1);
        if (end < 0 || !THINGS.contains(thing)) return asked;
        return thing + (DOTTED.contains(thing) ? "." : " ") + typed.substring(0, end);
    }
}
