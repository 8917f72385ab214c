package dev.redrive.transform;

import static dev.redrive.transform.TestLetters.patched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.transform.letter.Transforms;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchTest {
    /** Appendix A of RFC 6902, those that succeed. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "A.1|{\"foo\":\"bar\"}|[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\"}]|{\"foo\":\"bar\",\"baz\":\"qux\"}",
                "A.2|{\"foo\":[\"bar\",\"baz\"]}|[{\"op\":\"add\",\"path\":\"/foo/1\",\"value\":\"qux\"}]|{\"foo\":[\"bar\",\"qux\",\"baz\"]}",
                "A.3|{\"baz\":\"qux\",\"foo\":\"bar\"}|[{\"op\":\"remove\",\"path\":\"/baz\"}]|{\"foo\":\"bar\"}",
                "A.4|{\"foo\":[\"bar\",\"qux\",\"baz\"]}|[{\"op\":\"remove\",\"path\":\"/foo/1\"}]|{\"foo\":[\"bar\",\"baz\"]}",
                "A.5|{\"baz\":\"qux\",\"foo\":\"bar\"}|[{\"op\":\"replace\",\"path\":\"/baz\",\"value\":\"boo\"}]|{\"baz\":\"boo\",\"foo\":\"bar\"}",
                "A.6|{\"foo\":{\"bar\":\"baz\",\"waldo\":\"fred\"},\"qux\":{\"corge\":\"grault\"}}|[{\"op\":\"move\",\"from\":\"/foo/waldo\",\"path\":\"/qux/thud\"}]|{\"foo\":{\"bar\":\"baz\"},\"qux\":{\"corge\":\"grault\",\"thud\":\"fred\"}}",
                "A.7|{\"foo\":[\"all\",\"grass\",\"cows\",\"eat\"]}|[{\"op\":\"move\",\"from\":\"/foo/1\",\"path\":\"/foo/3\"}]|{\"foo\":[\"all\",\"cows\",\"eat\",\"grass\"]}",
                "A.8|{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}|[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"qux\"},{\"op\":\"test\",\"path\":\"/foo/1\",\"value\":2}]|{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}",
                "A.10|{\"foo\":\"bar\"}|[{\"op\":\"add\",\"path\":\"/child\",\"value\":{\"grandchild\":{}}}]|{\"foo\":\"bar\",\"child\":{\"grandchild\":{}}}",
                "A.11|{\"foo\":\"bar\"}|[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"xyz\":123}]|{\"foo\":\"bar\",\"baz\":\"qux\"}",
                "A.14|{\"/\":9,\"~1\":10}|[{\"op\":\"test\",\"path\":\"/~01\",\"value\":10}]|{\"/\":9,\"~1\":10}",
                "A.16|{\"foo\":[\"bar\"]}|[{\"op\":\"add\",\"path\":\"/foo/-\",\"value\":[\"abc\",\"def\"]}]|{\"foo\":[\"bar\",[\"abc\",\"def\"]]}"
            })
    void the_examples_of_the_standard_give_what_it_says(String name, String before, String patch, String after) {
        assertThat(patched(before, patch)).isEqualTo(after);
    }

    /** Appendix A of RFC 6902, those that fail. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "A.9|{\"baz\":\"qux\"}|[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"bar\"}]|patch[0]: the value at /baz is another one",
                "A.12|{\"foo\":\"bar\"}|[{\"op\":\"add\",\"path\":\"/baz/bat\",\"value\":\"qux\"}]|patch[0]: there is nothing at /baz that could hold /baz/bat",
                "A.15|{\"/\":9,\"~1\":10}|[{\"op\":\"test\",\"path\":\"/~01\",\"value\":\"10\"}]|patch[0]: the value at /~01 is another one"
            })
    void the_failing_examples_of_the_standard_fail(String name, String before, String patch, String why) {
        assertThatThrownBy(() -> patched(before, patch))
                .isInstanceOf(TransformFailed.class)
                .hasMessage(why);
    }

    /** A.13 has op twice in one operation; that is not JSON we accept. */
    @Test
    void an_unknown_field_is_named_without_half_a_character() {
        String name = "x".repeat(49) + "\uD83D\uDE00".repeat(9);

        assertThatThrownBy(() -> Transforms.parse("{\"" + name + "\":1}"))
                .hasMessageContaining("no field " + "x".repeat(49) + "…; it has");
    }

    @Test
    void an_operation_with_two_ops_is_refused() {
        assertThatThrownBy(
                        () -> patched("{}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"op\":\"remove\"}]"))
                .isInstanceOf(BadTransform.class)
                .hasMessageContaining("a key stands twice");
    }

    @Test
    void numbers_are_tested_by_their_value() {
        String test =
                "[{\"op\":\"test\",\"path\":\"\",\"value\":{\"a\":[1.0]}},{\"op\":\"add\",\"path\":\"/b\",\"value\":1}]";

        assertThat(patched("{\"a\":[1]}", test)).isEqualTo("{\"a\":[1],\"b\":1}");
    }

    @Test
    void a_failure_names_the_operation_and_the_place_but_no_value() {
        String patch = "[{\"op\":\"test\",\"path\":\"/card\",\"value\":\"4111\"},"
                + "{\"op\":\"add\",\"path\":\"/x\",\"value\":1},{\"op\":\"replace\",\"path\":\"/items/3\",\"value\":1}]";

        assertThatThrownBy(() -> patched("{\"card\":\"4111\",\"items\":[1,2]}", patch))
                .isInstanceOf(TransformFailed.class)
                .hasMessage("patch[2]: there is no /items/3 to replace");
        assertThatThrownBy(() -> patched("{\"card\":\"4222\"}", patch))
                .isInstanceOf(TransformFailed.class)
                .hasMessage("patch[0]: the value at /card is another one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|patch: must be an array of operations",
                "[1]|patch[0]: must be an object with op and path",
                "[{\"path\":\"/a\"}]|patch[0]: op is missing",
                "[{\"op\":\"set\",\"path\":\"/a\"}]|patch[0]: op is one of add, remove, replace, move, copy and test",
                "[{\"op\":\"add\",\"path\":\"/a\"}]|patch[0]: add needs a value",
                "[{\"op\":\"remove\"}]|patch[0]: path is missing",
                "[{\"op\":\"remove\",\"path\":7}]|patch[0]: path must be a string",
                "[{\"op\":\"remove\",\"path\":\"\"}]|patch[0]: the whole cannot be removed",
                "[{\"op\":\"move\",\"path\":\"/a/b\",\"from\":\"/a\"}]|patch[0]: /a cannot be moved into itself",
                "[{\"op\":\"move\",\"path\":\"/a/b\"}]|patch[0]: from is missing"
            })
    void a_bad_patch_is_refused_with_its_place(String patch, String why) {
        assertThatThrownBy(() -> patched("{}", patch))
                .isInstanceOf(BadTransform.class)
                .hasMessage(why);
    }

    @ParameterizedTest
    @CsvSource({"a", "/a~", "/a~2b", "#/a"})
    void a_path_that_is_no_pointer_is_refused(String path) {
        assertThatThrownBy(() -> patched("{}", "[{\"op\":\"remove\",\"path\":\"" + path + "\"}]"))
                .isInstanceOf(BadTransform.class)
                .hasMessageContaining("must be a JSON Pointer");
    }

    @ParameterizedTest
    @CsvSource({"/a/01", "/a/-1", "/a/-", "/a/2", "/a/x", "/a/99999999999"})
    void only_elements_that_are_there_can_be_removed(String path) {
        assertThatThrownBy(() -> patched("{\"a\":[1,2]}", "[{\"op\":\"remove\",\"path\":\"" + path + "\"}]"))
                .isInstanceOf(TransformFailed.class)
                .hasMessage("patch[0]: there is no " + path + " to remove");
    }

    @Test
    void a_thousand_operations_are_enough() {
        String patch = IntStream.range(0, 1001)
                .mapToObj(i -> "{\"op\":\"add\",\"path\":\"/a\",\"value\":1}")
                .collect(Collectors.joining(",", "[", "]"));

        assertThatThrownBy(() -> patched("{}", patch))
                .isInstanceOf(BadTransform.class)
                .hasMessage("patch: has 1001 operations; 1000 are allowed");
    }

    @Test
    void copies_of_copies_end_at_the_limit() {
        String patch = IntStream.range(0, 1000)
                .mapToObj(i -> "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/" + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));

        assertThatThrownBy(() -> patched("{\"a\":{\"text\":\"0123456789\"}}", patch))
                .isInstanceOf(TransformFailed.class)
                .hasMessageContaining("larger than the 10485760 bytes");
    }

    @Test
    void what_a_patch_adds_is_its_own_in_every_letter() {
        Transform transform = Transforms.parse("{\"patch\":[{\"op\":\"add\",\"path\":\"/a\",\"value\":[]},"
                + "{\"op\":\"add\",\"path\":\"/a/-\",\"value\":1}]}");

        transform.apply(TestLetters.saying("{}"));

        assertThat(transform.apply(TestLetters.saying("{}")).payload().text()).isEqualTo("{\"a\":[1]}");
    }
}
