package dev.redrive.internal.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.json.InvalidJson;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Message;
import dev.redrive.letter.Sealed;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testing.RandomLetters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines with versions and sealed values. */
class WholeLetterLineTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

    private final ExportedLetterReader reader = new ExportedLetterReader(1_000_000);

    private interface LineWriter {
        void write(ByteArrayOutputStream out) throws IOException;
    }

    private static String text(LineWriter writer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String line(WholeLetter letter) {
        return text(out -> LetterJsonWriter.line(out, letter));
    }

    private WholeLetter read(String line) {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        return reader.readWhole(text, 0, text.length - 1, NOW);
    }

    private static WholeLetter sealedAndEdited() {
        RandomLetters letters = new RandomLetters(7);
        return Stream.generate(letters::next)
                .filter(letter -> !letter.versions().isEmpty())
                .filter(letter -> !letter.letter().message().sealed().isEmpty())
                .filter(letter -> letter.letter().message().isWhole())
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void any_letter_that_was_written_reads_as_the_same_letter_and_is_written_as_the_same_bytes(long seed) {
        RandomLetters letters = new RandomLetters(seed);
        for (int i = 0; i < 1500; i++) {
            WholeLetter letter = letters.next();
            String line = line(letter);

            WholeLetter copy = read(line);

            assertThat(line).as("letter %s of seed %s", i, seed).endsWith("\n").hasLineCount(1);
            assertThat(copy).as("letter %s of seed %s", i, seed).isEqualTo(letter);
            assertThat(line(copy)).isEqualTo(line);
        }
    }

    @Test
    void a_letter_that_was_never_edited_and_has_nothing_sealed_has_no_more_members() {
        WholeLetter letter = sealedAndEdited();
        DeadLetter plain = letter.letter().with(letter.letter().message().with(Sealed.nothing()));

        String line = line(new WholeLetter(plain, List.of()));

        assertThat(line).doesNotContain("\"versions\":", "\"sealed\":");
        assertThat(line).isEqualTo(text(out -> LetterJsonWriter.line(out, plain)));
    }

    @Test
    void an_export_leaves_sealed_values_behind_and_says_that_the_copy_is_not_whole() {
        WholeLetter letter = sealedAndEdited();

        WholeLetter copy = read(text(out -> LetterJsonWriter.exportLine(out, letter)));

        Message message = letter.letter().message();
        assertThat(copy)
                .isEqualTo(letter.with(
                        letter.letter().with(message.with(Sealed.nothing()).with(Completeness.REMOVED))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"timestamp\":1,\"payload\":1} | versions[0].version",
                "{\"version\":0,\"payload\":1} | versions[0].timestamp",
                "{\"version\":0,\"timestamp\":1} | versions[0].payload",
                "{\"version\":0,\"timestamp\":1,\"payload\":\"%\",\"payloadEncoding\":\"base64\"} | versions[0].payload",
                "{\"version\":0,\"timestamp\":1,\"payload\":1},{\"version\":0,\"timestamp\":1,\"payload\":1} | versions[1].version",
                "7 | versions[0]"
            })
    void a_mistake_in_a_version_is_named(String version, String field) {
        String line = "{\"id\":\"0195a3c4-5d6e-7f80-8123-456789abcdef\",\"versions\":[" + version + "]}\n";

        assertThatThrownBy(() -> read(line))
                .isInstanceOfSatisfying(
                        InvalidJson.class,
                        problem -> assertThat(problem.field()).isEqualTo(field));
    }

    @Test
    void a_version_has_the_limit_of_a_payload() {
        Version version = sealedAndEdited().versions().get(0);
        String line = line(sealedAndEdited())
                .replaceFirst(
                        "\"versions\":\\[.*]", "\"versions\":[{\"version\":0,\"timestamp\":1,\"payload\":\"xxx\"}]");
        byte[] text = line.getBytes(StandardCharsets.UTF_8);

        assertThat(version.number()).isZero();
        assertThatThrownBy(() -> new ExportedLetterReader(2).readWhole(text, 0, text.length - 1, NOW))
                .isInstanceOfSatisfying(
                        InvalidJson.class,
                        problem -> assertThat(problem.isTooLarge()).isTrue());
    }
}
