package dev.redrive.cli.command;

import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Ids as people type them: whole, or as much of their beginning as tells them from others. The first twelve digits of a
 * letter's id are its time, so that a list of that moment finds it.
 */
public final class Ids {
    private static final Pattern WHOLE =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern PART = Pattern.compile("[0-9a-f]{8}(-?[0-9a-f-]*)?");
    private static final Pattern PART_OF_OTHERS = Pattern.compile("[0-9a-f-]{4,36}");
    private static final int TIME_DIGITS = 12;
    private static final int SHORTEST = 13;
    private static final int MOST = 500;
    private static final int MOST_REPLAYS = 200;

    private Ids() {}

    /** The whole id of the letter that was meant. */
    public static String letter(Session session, String typed) {
        return letter(session, typed, "/dlq", "list");
    }

    /** The whole id of the letter in the archive that was meant. */
    public static String coldLetter(Session session, String typed) {
        return letter(session, typed, "/dlq/cold", "cold list");
    }

    private static String letter(Session session, String typed, String path, String list) {
        String id = typed.strip().toLowerCase(Locale.ROOT);
        if (WHOLE.matcher(id).matches()) return id;
        if (!PART.matcher(id).matches())
            throw new BadUsage("\"" + typed + "\" is no id: give a whole one, or at least its first 8 characters;"
                    + " redrive " + list + " shows them");
        return only(id, lettersLike(session, path, id), "letter", "redrive " + list + " --output wide");
    }

    private static List<String> lettersLike(Session session, String path, String part) {
        String digits = part.replace("-", "");
        String time = digits.substring(0, Math.min(TIME_DIGITS, digits.length()));
        int missing = 4 * (TIME_DIGITS - time.length());
        long first = Long.parseLong(time, 16) << missing;
        String from = Instant.ofEpochMilli(first).toString();
        String to = Instant.ofEpochMilli(first + (1L << missing)).toString();
        List<String> ids = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Request request =
                    Request.get(path).query("from", from).query("to", to).query("limit", String.valueOf(MOST));
            if (cursor.isPresent()) request.query("cursor", cursor.get());
            Value page = session.send(request).json();
            ids.addAll(ids(page));
            cursor = page.at("nextCursor").text();
            if (cursor.isPresent() && ids.size() >= MOST)
                throw new CommandFailed("more than " + MOST + " letters could be " + part, "type more of the id");
        } while (cursor.isPresent());
        return ids;
    }

    /** The whole id of the cause that was meant. */
    public static String cause(Session session, String typed) {
        String id = typed.strip().toLowerCase(Locale.ROOT);
        if (WHOLE.matcher(id).matches()) return id;
        if (!PART_OF_OTHERS.matcher(id).matches())
            throw new BadUsage("\"" + typed + "\" is no id of a cause: redrive causes shows them");
        Value causes = session.send(Request.get("/dlq/causes").query("limit", String.valueOf(MOST)))
                .json();
        return only(id, ids(causes), "cause", "redrive causes --all");
    }

    /** The whole id of the replay that was meant. */
    public static String replay(Session session, String typed) {
        String id = typed.strip().toLowerCase(Locale.ROOT);
        if (WHOLE.matcher(id).matches()) return id;
        if (!PART_OF_OTHERS.matcher(id).matches())
            throw new BadUsage("\"" + typed + "\" is no id of a replay: give a whole one, or at least its first 4"
                    + " characters; redrive replay list shows them");
        return only(id, replays(session), "replay", "redrive replay list --limit " + MOST_REPLAYS);
    }

    private static List<String> replays(Session session) {
        List<String> ids = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Request request = Request.get("/dlq/replays").query("limit", String.valueOf(MOST_REPLAYS));
            cursor.ifPresent(last -> request.query("cursor", last));
            Value page = session.send(request).json();
            ids.addAll(ids(page));
            cursor = page.at("nextCursor").text();
        } while (cursor.isPresent());
        return ids;
    }

    private static List<String> ids(Value page) {
        return page.at("items").items().stream()
                .map(item -> item.at("id").text(""))
                .toList();
    }

    private static String only(String part, List<String> ids, String what, String list) {
        List<String> found = ids.stream().filter(id -> isPart(part, id)).toList();
        if (found.size() == 1) return found.get(0);
        if (found.isEmpty()) throw new CommandFailed("there is no " + what + " " + part + "…", "all of them: " + list);
        throw new CommandFailed(
                found.size() + " " + what + "s begin with " + part + ": "
                        + String.join(", ", found.subList(0, Math.min(5, found.size()))),
                "type more of the id");
    }

    private static boolean isPart(String part, String id) {
        return id.startsWith(part) || id.replace("-", "").startsWith(part);
    }

    /** How many characters of these ids are needed to tell one from the other. */
    public static int shortest(List<String> ids) {
        for (int length = SHORTEST; length < 36; length++) {
            Set<String> parts = new HashSet<>();
            for (String id : ids) parts.add(cut(id, length));
            if (parts.size() == ids.size()) return length;
        }
        return 36;
    }

    public static String cut(String id, int length) {
        return id.substring(0, Math.min(length, id.length()));
    }
}
