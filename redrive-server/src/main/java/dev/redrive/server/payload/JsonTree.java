package dev.redrive.server.payload;

import dev.redrive.internal.text.ShortText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of a JSON text as a tree, in bounded time and size: some levels and some members, and for the rest where it stands in
 * the text. Names, strings and numbers are copied as they were written, so no digit is lost. Each byte of the text is read once,
 * and only what is shown is decoded.
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

    /** Characters of all names and values of one answer, but for the last. */
    static final int CHARACTERS = 64 * 1024;

    /** As many bytes as have more than {@link #LONGEST} characters. */
    private static final int DECODED = 4 * LONGEST;

    private final byte[] json;
    private final JsonPass pass;
    private int room = NODES;
    private int characters = CHARACTERS;

    private JsonTree(byte[] json, int at) {
        this.json = json;
        this.pass = new JsonPass(json, at);
    }

    /**
     * A value of the tree.
     *
     * @param name as it was written, or the number of an element; empty at the root
     * @param kind {@code object} or {@code array}, or what a value without others in it is
     * @param value as it was written; of an object or array nothing
     * @param at where it stands in the text
     * @param members how many it has; -1 when the text ends within it
     * @param next where the members stand that are not in this part
     * @param children those that are in this part, from {@code from} on
     */
    public record Node(
            Optional<String> name,
            Kind kind,
            String value,
            int at,
            int members,
            int from,
            int next,
            List<Node> children) {
        public boolean hasMembers() {
            return kind == Kind.OBJECT || kind == Kind.ARRAY;
        }

        /** The number of the first that is not in this part; the number of members when all are. */
        public int to() {
            return from + children.size();
        }

        public boolean hasMore() {
            return to() < members;
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
    public static Node of(byte[] json) {
        JsonTree tree = new JsonTree(json, 0);
        tree.pass.next();
        return tree.value(Optional.empty(), 0);
    }

    /** The first members of the object or array that stands at a place of a text; empty when there is none at that place. */
    public static Optional<Node> members(byte[] json, int at) {
        return members(json, at, 0, at + 1);
    }

    /** Its members from one on, which stands at a place of its own. */
    public static Optional<Node> members(byte[] json, int at, int from, int next) {
        if (next <= at || next > json.length || !new JsonPass(json, at).isAtContainer()) return Optional.empty();
        Node node = new JsonTree(json, next).container(Optional.empty(), at, 0, from);
        return node.members() < 0 ? Optional.empty() : Optional.of(node);
    }

    private Node value(Optional<String> name, int level) {
        room--;
        int at = pass.at();
        if (!pass.isAtContainer()) return leaf(name, at);
        pass.open();
        return container(name, at, level, 0);
    }

    private Node leaf(Optional<String> name, int at) {
        String value = leaf();
        return new Node(name, kind(value), value, at, 0, 0, at, List.of());
    }

    /** A name or a value, as far as it is shown. */
    private String leaf() {
        int from = pass.at();
        pass.leaf();
        String whole = new String(json, from, Math.min(pass.at() - from, DECODED), StandardCharsets.UTF_8);
        String shown = ShortText.withDots(whole, LONGEST);
        characters -= shown.length();
        return shown;
    }

    private static Kind kind(String value) {
        if (value.startsWith("\"")) return Kind.STRING;
        return value.startsWith("-") || (!value.isEmpty() && Character.isDigit(value.charAt(0)))
                ? Kind.NUMBER
                : Kind.WORD;
    }

    private Node container(Optional<String> name, int at, int level, int from) {
        boolean isObject = json[at] == '{';
        List<Node> children = new ArrayList<>();
        while (!pass.isAtClose() && isRoom(children, level)) {
            children.add(member(isObject, from + children.size(), level + 1));
            pass.next();
        }
        int next = pass.at();
        int left = pass.close();
        int members = left < 0 ? -1 : from + children.size() + left;
        return new Node(name, isObject ? Kind.OBJECT : Kind.ARRAY, "", at, members, from, next, children);
    }

    private boolean isRoom(List<Node> children, int level) {
        return children.size() < MEMBERS && level < LEVELS && room > 0 && characters > 0;
    }

    private Node member(boolean isObject, int number, int level) {
        if (!isObject) return value(Optional.of(Integer.toString(number)), level);
        String name = leaf();
        pass.next();
        return value(Optional.of(name), level);
    }
}
