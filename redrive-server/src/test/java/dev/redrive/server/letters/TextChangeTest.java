package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is marked in an error that is another one than before. */
class TextChangeTest {
    @Test
    void whole_words_are_marked_where_the_texts_differ() {
        assertThat(TextChange.between("Read timed out after 4578 ms", "Read timed out after 4999 ms"))
                .isEqualTo(new TextChange("Read timed out after ", "4999", " ms"));
        assertThat(TextChange.between("", "new")).isEqualTo(new TextChange("", "new", ""));
        assertThat(TextChange.between("same", "same").changed()).isEmpty();
        assertThat(TextChange.between("aa", "aaa").changed()).isEqualTo("aaa");
    }
}
