package dev.redrive.server.config.values;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads YAML into {@link RawValue} pieces that know their lines. It only composes nodes and constructs nothing from them, so
 * no tag in a file can make an object.
 */
public final class YamlText {
    public static final int MAX_CHARACTERS = 1_000_000;
    private static final int MAX_ALIASES = 20;
    private static final int MAX_DEPTH = 30;
    private static final int MAX_PIECES = 50_000;

    private final String name;
    private final Placeholders placeholders;
    private final Mistakes mistakes;
    private int pieces;

    public YamlText(String name, Placeholders placeholders, Mistakes mistakes) {
        this.name = name;
        this.placeholders = placeholders;
        this.mistakes = mistakes;
    }

    /** Empty when there is nothing in the text or it is not YAML, which is then among the mistakes. */
    public Optional<RawValue> read(String text) {
        try {
            Node root = new Yaml(new SafeConstructor(limits())).compose(new StringReader(text));
            return root == null ? Optional.empty() : Optional.of(piece(root, "", placeOf(root), 0));
        } catch (MarkedYAMLException e) {
            // The whole message of the exception quotes the line, which may hold a secret.
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            mistakes.add(name + ", line " + line + ": not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            mistakes.add(name + ": cannot be read: " + firstLine(e));
        } catch (TooMuch e) {
            mistakes.add(name + ": there is too much in it: " + e.what);
        }
        return Optional.empty();
    }

    private static LoaderOptions limits() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MAX_CHARACTERS);
        options.setMaxAliasesForCollections(MAX_ALIASES);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setMergeOnCompose(true);
        return options;
    }

    /** Aliases make a small file large and a node its own child, so what comes out is counted too. */
    private RawValue piece(Node node, String path, String place, int depth) {
        if (depth > MAX_DEPTH) throw new TooMuch("it is nested more than " + MAX_DEPTH + " deep");
        if (++pieces > MAX_PIECES) throw new TooMuch("more than " + MAX_PIECES + " values");
        if (node instanceof MappingNode mapping) return keys(mapping, path, place, depth);
        if (node instanceof SequenceNode sequence) return items(sequence, path, place, depth);
        return text((ScalarNode) node, path, place);
    }

    private RawValue keys(MappingNode mapping, String path, String place, int depth) {
        Map<String, RawValue> keys = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String keyPlace = placeOf(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode scalar)) {
                mistakes.add(
                        path.isEmpty() ? "?" : path, keyPlace, "a key must be a name, not a list or a group of keys");
                continue;
            }
            String key = scalar.getValue();
            String below = path.isEmpty() ? key : path + "." + key;
            if (keys.containsKey(key)) mistakes.add(below, keyPlace, "the key is given twice");
            keys.put(key, piece(tuple.getValueNode(), below, keyPlace, depth + 1));
        }
        return new RawValue.Keys(keys, place);
    }

    private RawValue items(SequenceNode sequence, String path, String place, int depth) {
        List<RawValue> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(piece(item, path + "[" + items.size() + "]", placeOf(item), depth + 1));
        }
        return new RawValue.Items(items, place);
    }

    private RawValue text(ScalarNode scalar, String path, String place) {
        if (scalar.getTag().equals(Tag.NULL)) return new RawValue.Nothing(place);
        String written = scalar.getValue();
        Optional<String> text = placeholders.fill(written, mistake -> mistakes.add(path, place, mistake));
        if (text.isEmpty()) return new RawValue.Broken(place);
        boolean filledWithNothing = text.get().isEmpty() && !written.isEmpty();
        return filledWithNothing ? new RawValue.Nothing(place) : new RawValue.Text(text.get(), written, place);
    }

    private String placeOf(Node node) {
        return name + ", line " + (node.getStartMark().getLine() + 1);
    }

    private static String firstLine(YAMLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("for an unknown reason");
    }

    /** The text is small, what it says is not. */
    private static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final String what;

        TooMuch(String what) {
            super(what, null, false, false);
            this.what = what;
        }
    }
}
