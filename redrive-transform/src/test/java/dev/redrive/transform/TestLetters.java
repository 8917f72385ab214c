package dev.redrive.transform;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.transform.letter.Transforms;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Letters for the tests of this package. */
final class TestLetters {
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z"));
    private static final LetterIds IDS = new LetterIds(NOON);

    private TestLetters() {}

    static DeadLetter saying(String payload) {
        return with(Message.of(payload));
    }

    static DeadLetter with(Headers headers) {
        return with(Message.of("{}").with(headers));
    }

    static DeadLetter with(Message message) {
        NewLetter letter =
                new LetterBuilder(IDS).from("payments").message(message).build();
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(NOON);
        store.capture(List.of(letter));
        return store.find(letter.id()).orElseThrow();
    }

    /** The payload after a patch. */
    static String patched(String payload, String patch) {
        return transformed(payload, "{\"patch\":" + patch + "}");
    }

    /** The payload after an expression. */
    static String evaluated(String payload, String jslt) {
        return transformed(payload, jslt("jslt", jslt));
    }

    /** Longer than all limits of messages; with one of the two, a limit is within a surrogate pair. */
    static List<String> longTexts() {
        return List.of("😀".repeat(400), "x" + "😀".repeat(400));
    }

    /** False when text was cut within a surrogate pair. */
    static boolean hasWholeCharacters(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    static String transformed(String payload, String transform) {
        return Transforms.parse(transform).apply(saying(payload)).payload().text();
    }

    static Headers headers(Headers headers, String transform) {
        return Transforms.parse(transform).apply(with(headers)).headers();
    }

    static String jslt(String field, String expression) {
        return "{\"" + field + "\":" + com.fasterxml.jackson.databind.node.TextNode.valueOf(expression) + "}";
    }

    static Payload bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) bytes[i] = (byte) values[i];
        return Payload.of(bytes);
    }
}
