package dev.redrive.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sequence diagrams of the documentation name classes of all modules: they exist. */
class DocumentedClassesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern PARTICIPANT = Pattern.compile("^\\s+participant (\\w+)$", Pattern.MULTILINE);

    @Test
    void every_box_of_a_sequence_diagram_is_a_class_that_exists() throws IOException {
        List<String> boxes = PARTICIPANT
                .matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(boxes).hasSizeGreaterThan(20);
        assertThat(classes()).containsAll(boxes);
    }

    private static Set<String> classes() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(DocumentedClassesTest::classesIn)
                    .collect(Collectors.toSet());
        }
    }

    private static Stream<String> classesIn(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
