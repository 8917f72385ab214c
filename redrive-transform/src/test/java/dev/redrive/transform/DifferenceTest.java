package dev.redrive.transform;

import static dev.redrive.transform.letter.Difference.Kind.ADDED;
import static dev.redrive.transform.letter.Difference.Kind.CHANGED;
import static dev.redrive.transform.letter.Difference.Kind.MORE;
import static dev.redrive.transform.letter.Difference.Kind.REMOVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.transform.letter.Difference;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    private static List<Difference> between(String before, String after) {
        return Difference.between(Message.of(before), Message.of(after));
    }

    @Test
    void each_place_that_changed_is_shown_with_its_path() {
        assertThat(between(
                        "{\"amount\":1.50,\"old\":true,\"a/b\":{\"c~d\":[1,2,3]},\"same\":{\"x\":1}}",
                        "{\"same\":{\"x\":1},\"amount\":1.5,\"a/b\":{\"c~d\":[1,5,3]},\"new\":{\"x\":null}}"))
                .containsExactly(
                        new Difference("/payload/amount", CHANGED, "1.50", "1.5"),
                        new Difference("/payload/old", REMOVED, "true", null),
                        new Difference("/payload/a~1b/c~0d/1", CHANGED, "2", "5"),
                        new Difference("/payload/new", ADDED, null, "{\"x\":null}"));
    }

    @Test
    void an_element_more_in_front_is_just_that() {
        assertThat(between("[1,2,3]", "[0,1,2,3]")).containsExactly(new Difference("/payload/0", ADDED, null, "0"));
        assertThat(between("[1,2,3]", "[1,3]")).containsExactly(new Difference("/payload/1", REMOVED, "2", null));
        assertThat(between("[1,1]", "[1]")).containsExactly(new Difference("/payload/1", REMOVED, "1", null));
    }

    @Test
    void headers_are_compared_too() {
        Message before = Message.of("x").with(Headers.of(Map.of("x-retry", "1")));
        Message after = Message.of("x").with(Headers.of(Map.of("x-retry", "2")));

        assertThat(Difference.between(before, after))
                .containsExactly(new Difference("/headers/x-retry", CHANGED, "\"1\"", "\"2\""));
    }

    @Test
    void the_same_message_in_other_words_has_no_differences() {
        assertThat(between("{\"a\":1,\"b\":2}", " {\"b\":2, \"a\":1}")).isEmpty();
    }

    @Test
    void text_that_is_not_json_is_compared_whole() {
        assertThat(between("one", "{}")).containsExactly(new Difference("/payload", CHANGED, "one", "{}"));
        assertThat(Difference.between(Message.of(TestLetters.bytes(0xFF, 0xFE)), Message.of(Payload.of("x"))))
                .containsExactly(new Difference("/payload", CHANGED, "2 bytes that are not text", "x"));
    }

    @Test
    void values_and_the_list_are_bounded() {
        String many = IntStream.range(0, 150)
                .mapToObj(i -> "\"k" + i + "\":\"" + "x".repeat(500) + "\"")
                .collect(Collectors.joining(",", "{", "}"));

        List<Difference> differences = between("{}", many);

        assertThat(differences).hasSize(101).last().isEqualTo(new Difference("", MORE, null, "50 more"));
        assertThat(differences.get(0).after()).hasSize(200).endsWith("…");
    }

    @Test
    void a_value_is_not_cut_within_a_character() {
        for (String text : TestLetters.longTexts()) {
            String after = between("1", "\"" + text + "\"").get(0).after();

            assertThat(after).endsWith("…").matches(TestLetters::hasWholeCharacters);
        }
    }
}
