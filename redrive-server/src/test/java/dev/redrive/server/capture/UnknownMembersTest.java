package dev.redrive.server.capture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.Json;
import org.junit.jupiter.api.Test;

class UnknownMembersTest {
    @Test
    void a_member_that_is_given_twice_is_named_without_half_a_character() {
        UnknownMembers members = new UnknownMembers();
        String shown = "x".repeat(LetterLimits.NAME - 1);
        String name = shown + "\uD83D\uDE00".repeat(9);
        members.keep(name, Json.EMPTY_OBJECT);

        assertThatThrownBy(() -> members.keep(name, Json.EMPTY_OBJECT))
                .hasMessage(shown + "… is given twice in the same object");
    }
}
