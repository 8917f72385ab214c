package dev.redrive.internal.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.json.Json;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Every text of a letter, found by itself: each is filled with a card number and must be hidden, or stand in the list of
 * those that are not looked at. A new text of a letter has to be added here.
 */
class RedactionPlacesTest {
    private static final String CARD = "4111 1111 1111 1111";

    private static final Set<String> NOT_LOOKED_AT = Set.of(
            "letter.channel",
            "letter.message.headers.list.name",
            "letter.message.origin.topic",
            "letter.message.origin.consumerGroupId",
            "letter.state.lockedBy",
            "letter.state.receipt",
            "letter.state.resolution.by",
            "letter.attempts.worker",
            "version.by",
            "version.headers.list.name",
            "edit.by",
            "edit.headers.list.name",
            "move.by",
            "move.receipt");

    private final RedactionGate gate = new RedactionGate(Redaction.none().removingLike("card-number"));

    @Test
    void every_text_of_a_letter_is_hidden_or_listed() throws ReflectiveOperationException {
        DeadLetter letter = (DeadLetter) filled(DeadLetter.class);

        Set<String> shown = new TreeSet<>();
        find("letter", gate.hide(letter), shown);

        assertThat(shown).isEqualTo(listed("letter."));
    }

    @Test
    void every_text_of_a_version_is_hidden_or_listed() throws ReflectiveOperationException {
        DeadLetter letter = (DeadLetter) filled(DeadLetter.class);
        Version version = (Version) filled(Version.class);

        Set<String> shown = new TreeSet<>();
        find("version", gate.hide(new WholeLetter(letter, List.of(version))).versions(), shown);

        assertThat(shown).isEqualTo(listed("version."));
    }

    @Test
    void every_text_of_an_edit_is_hidden_or_listed() throws ReflectiveOperationException {
        DeadLetter letter = (DeadLetter) filled(DeadLetter.class);
        Edit edit = (Edit) filled(Edit.class);

        Set<String> shown = new TreeSet<>();
        find("edit", gate.hide(letter, edit), shown);

        assertThat(shown).isEqualTo(listed("edit."));
    }

    @Test
    void every_text_of_an_order_is_hidden_or_listed() throws ReflectiveOperationException {
        ManualMove move = (ManualMove) filled(ManualMove.class);

        Set<String> shown = new TreeSet<>();
        find("move", gate.hide(move), shown);

        assertThat(shown).isEqualTo(listed("move."));
    }

    private static Set<String> listed(String beginning) {
        Set<String> listed = new TreeSet<>(NOT_LOOKED_AT);
        listed.removeIf(place -> !place.startsWith(beginning));
        return listed;
    }

    private static void find(String at, Object value, Set<String> shown) throws ReflectiveOperationException {
        if (value instanceof Iterable<?> list) {
            for (Object item : list) find(at, item, shown);
        } else if (value instanceof Record) {
            for (RecordComponent part : value.getClass().getRecordComponents()) {
                part.getAccessor().setAccessible(true);
                Object inside = part.getAccessor().invoke(value);
                if (inside != null) find(at + "." + part.getName(), inside, shown);
            }
        } else {
            String text = value instanceof Payload payload ? payload.text() : value.toString();
            if (text.contains("1111")) shown.add(at);
        }
    }

    private static Object filled(Type type) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType list) return List.of(filled(list.getActualTypeArguments()[0]));
        Class<?> of = (Class<?>) type;
        if (of == String.class) return CARD;
        if (of == Json.class) return Json.of("{\"a\":[\"" + CARD + "\"]}");
        if (of == Payload.class) return Payload.of(CARD);
        if (of == Header.class) return Header.of(CARD, CARD);
        if (of == StackTrace.class) return StackTrace.ofText("Bad: " + CARD + "\n\tat com.acme.A.a(A.java:1)\n");
        if (of == Sealed.class) return Sealed.nothing();
        if (of == UUID.class) return UUID.fromString("0195a3c4-5d6e-7f80-8123-456789abcdef");
        if (of == Instant.class) return Instant.EPOCH;
        if (of == Duration.class) return Duration.ZERO;
        if (of == double.class) return 0.5;
        if (of == boolean.class) return false;
        if (of == int.class || of == Integer.class) return 1;
        if (of == long.class || of == Long.class) return 1L;
        if (of.isEnum()) return of.getEnumConstants()[0];
        if (of.isInterface() && of.isSealed())
            return filled(of.getPermittedSubclasses()[of.getPermittedSubclasses().length - 1]);
        RecordComponent[] parts = of.getRecordComponents();
        List<Object> values = new ArrayList<>();
        for (RecordComponent part : parts) values.add(filled(part.getGenericType()));
        var constructor = of.getDeclaredConstructor(
                Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(values.toArray());
    }
}
