package dev.redrive.server.payload;

import dev.redrive.internal.text.ShortText;
import dev.redrive.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of a JSON text as a tree, in bounded time and size: some levels and some members, and for the rest where it stands in
 * the text. Names, strings and numbers are copied as they were written, so no digit is lost.
 */
public final class JsonTree {
    /** Members of one object or array that are shown together. */
    static final int MEMBERS = 100;

    /** Nodes of one answer. */
    static final int NODES = 400;

    /** Levels of one answer. */
    static final int LEVELS = 4;

    /** Characters of one value. */
    static final int LONGEST = 20_000;

    private static final String SPACE = " \t\n\r";

    private final String text;
    private int room = NODES;

    private JsonTree(String text) {
        this.text = text;
    }

    /**
     * A value of the tree.
     *
     * @param name as it was written, or the number of an element; empty at the root
     * @param kind {@code object} or {@code array}, or what a value without others in it is
     * @param value as it was written; of an object or array nothing
     * @param at where it stands in the text
     * @param members how many it has
     * @param children those that are in this part, from {@code from} on
     */
    public record Node(
            Optional<String> name, Kind kind, String value, int at, int members, int from, List<Node> children) {
        public boolean hasMembers() {
            return kind == Kind.OBJECT || kind == Kind.ARRAY;
        }

        /** Where the members begin that are not in this part; the number of members when all are. */
        public int next() {
            return from + children.size();
        }

        public boolean hasMore() {
            return next() < members;
        }
    }

    /** What a value is. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        WORD
    }

    /** The whole tree as far as there is room, of a text that is known to be JSON. */
    public static Node of(String json) {
        JsonTree tree = new JsonTree(json);
        return tree.value(Optional.empty(), tree.skipSpace(0), 0);
    }

    /** Members of the object or array that stands at a place of a text, from one on; empty when there is none at that place. */
    public static Optional<Node> members(String json, int at, int from) {
        if (at < 0 || at >= json.length() || from < 0 || "{[".indexOf(json.charAt(at)) < 0) return Optional.empty();
        if (Json.endOf(json, at) < 0) return Optional.empty();
        return Optional.of(new JsonTree(json).container(Optional.empty(), at, 0, from));
    }

    private Node value(Optional<String> name, int at, int level) {
        room--;
        if (isContainer(at)) return container(name, at, level, 0);
        String value = text.substring(at, Json.endOf(text, at));
        return new Node(name, kind(value.charAt(0)), ShortText.withDots(value, LONGEST), at, 0, 0, List.of());
    }

    private boolean isContainer(int at) {
        return text.charAt(at) == '{' || text.charAt(at) == '[';
    }

    private static Kind kind(char first) {
        if (first == '"') return Kind.STRING;
        return first == '-' || Character.isDigit(first) ? Kind.NUMBER : Kind.WORD;
    }

    private Node container(Optional<String> name, int at, int level, int from) {
        boolean isObject = text.charAt(at) == '{';
        char close = isObject ? '}' : ']';
        List<Node> children = new ArrayList<>();
        int members = 0;
        int i = skipSpace(at + 1);
        while (text.charAt(i) != close) {
            String memberName = Integer.toString(members);
            if (isObject) {
                int end = Json.endOf(text, i);
                memberName = text.substring(i, end);
                i = skipSpace(skipSpace(end) + 1);
            }
            boolean isShown = members >= from && children.size() < MEMBERS && level < LEVELS && room > 0;
            if (isShown) children.add(value(Optional.of(memberName), i, level + 1));
            members++;
            i = skipSpace(Json.endOf(text, i));
            if (text.charAt(i) == ',') i = skipSpace(i + 1);
        }
        return new Node(name, isObject ? Kind.OBJECT : Kind.ARRAY, "", at, members, from, children);
    }

    private int skipSpace(int from) {
        int to = from;
        while (to < text.length() && SPACE.indexOf(text.charAt(to)) >= 0) to++;
        return to;
    }
}
