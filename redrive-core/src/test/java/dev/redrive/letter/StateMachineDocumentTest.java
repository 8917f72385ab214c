package dev.redrive.letter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StateMachineDocumentTest {
    private static final Pattern DIAGRAM =
            Pattern.compile("```mermaid\\s*\\n\\s*stateDiagram-v2\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ARROW = Pattern.compile("([A-Z]+) --> ([A-Z]+): (.+)");

    @Test
    void the_diagram_shows_every_allowed_move_and_no_other() throws IOException {
        Set<String> drawn = drawn(Files.readString(document()));

        assertThat(drawn).isEqualTo(coded());
    }

    @Test
    void every_status_and_every_move_is_explained() throws IOException {
        String text = Files.readString(document());

        for (LetterStatus status : LetterStatus.values()) assertThat(text).contains("| `" + status + "` |");
        for (Move move : Move.values()) assertThat(text).contains("| " + word(move) + " |");
    }

    private static Path document() {
        Path folder = Path.of(System.getProperty("user.dir")).toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs"))) {
            Path parent = folder.getParent();
            if (parent == null) throw new AssertionError("no docs folder here or above");
            folder = parent;
        }
        return folder.resolve("docs/state-machine.md");
    }

    private static Set<String> drawn(String text) {
        Matcher diagram = DIAGRAM.matcher(text);
        assertThat(diagram.find()).as("a stateDiagram-v2 in the document").isTrue();
        Set<String> moves = new TreeSet<>();
        diagram.group(1)
                .lines()
                .map(String::trim)
                .filter(line -> !line.isEmpty())
                .forEach(line -> {
                    if (line.contains("[*]")) return;
                    Matcher arrow = ARROW.matcher(line);
                    assertThat(arrow.matches()).as(line).isTrue();
                    for (String word : arrow.group(3).split(", ", -1))
                        assertThat(moves.add(triple(arrow.group(1), word, arrow.group(2))))
                                .as("drawn once: " + line)
                                .isTrue();
                });
        return moves;
    }

    private static Set<String> coded() {
        Set<String> moves = new TreeSet<>();
        for (LetterStatus from : LetterStatus.values()) {
            for (Move move : Move.values())
                from.after(move).ifPresent(to -> moves.add(triple(from.name(), word(move), to.name())));
        }
        for (LetterStatus former : LetterStatus.values())
            moves.add(
                    triple("ARCHIVED", "restore", LetterStatus.restored(former).name()));
        return moves;
    }

    private static String triple(String from, String word, String to) {
        return from + " --" + word + "--> " + to;
    }

    private static String word(Move move) {
        return move.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
