package dev.redrive.internal.redaction;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.SettableClock;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.json.Json;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.redaction.TextPattern;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionGateTest {
    private static final String SECRET = "SECRET-4711";
    private static final String DOCUMENT = "{\"card\":{\"number\":\"" + SECRET + "\"},\"n\":1}";
    private static final SealKeys KEYS = SealKeys.of("a", key(1));
    private static final Redaction REMOVED = Redaction.hiding("$.card.number", "authorization");
    private static final Redaction SEALED =
            Redaction.none().sealing("$.card.number", "authorization").with(KEYS);

    private final SettableClock clock = SettableClock.standing();
    private final LetterId id = new LetterIds(clock).next();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

    private static String key(int fill) {
        byte[] bytes = new byte[SealKeys.KEY_BYTES];
        java.util.Arrays.fill(bytes, (byte) fill);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private Message hidden(Redaction redaction, byte[] payload) {
        return new RedactionGate(redaction)
                .hide(id, Message.of(Payload.of(payload)))
                .message();
    }

    private Message hidden(Redaction redaction, String payload) {
        return hidden(redaction, payload.getBytes(UTF_8));
    }

    // Forms

    static List<byte[]> forms() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(DOCUMENT.getBytes(UTF_8));
        }
        return List.of(
                DOCUMENT.getBytes(UTF_8),
                ("\ufeff" + DOCUMENT).getBytes(UTF_8),
                DOCUMENT.getBytes(UTF_16),
                DOCUMENT.getBytes(UTF_16LE),
                DOCUMENT.getBytes(Charset.forName("UTF-32")),
                (DOCUMENT + " x").getBytes(UTF_8),
                (DOCUMENT + "\n" + DOCUMENT).getBytes(UTF_8),
                ("\u00ff" + DOCUMENT).getBytes(ISO_8859_1),
                ("\u0001 \u0002" + DOCUMENT).getBytes(UTF_8),
                ("text before " + DOCUMENT).getBytes(UTF_8),
                DOCUMENT.substring(0, 25).getBytes(UTF_8),
                DOCUMENT.substring(8).getBytes(UTF_8),
                ("[".repeat(600) + DOCUMENT + "]".repeat(600)).getBytes(UTF_8),
                Json.quote(DOCUMENT).getBytes(UTF_8),
                DOCUMENT.replace("number", "n\\u0075mber").getBytes(UTF_8),
                ("[" + DOCUMENT + "," + DOCUMENT + "]").getBytes(UTF_8),
                ("{\"card\":{\"number\":\"x\",\"number\":\"" + SECRET + "\"}}").getBytes(UTF_8),
                Base64.getEncoder().encode(DOCUMENT.getBytes(UTF_8)),
                zipped.toByteArray());
    }

    @ParameterizedTest
    @MethodSource("forms")
    void no_form_of_a_document_shows_what_is_removed(byte[] payload) {
        Message hidden = hidden(REMOVED, payload);

        String shown = new String(hidden.payload().bytes(), ISO_8859_1).replace("\0", "");
        assertThat(shown).doesNotContain(SECRET.substring(0, 5)).contains("***");
        assertThat(hidden.completeness()).isEqualTo(Completeness.REMOVED);
        assertThat(hidden.payload()).isNotEqualTo(Payload.of(payload));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void every_form_of_a_document_comes_out_of_its_seal_byte_for_byte(byte[] payload) {
        RedactionGate gate = new RedactionGate(SEALED);

        Message hidden = hidden(SEALED, payload);
        DeadLetter letter = letter(hidden);

        String shown = new String(hidden.payload().bytes(), ISO_8859_1).replace("\0", "");
        assertThat(shown).doesNotContain(SECRET.substring(0, 5)).contains("***");
        assertThat(hidden.completeness()).isEqualTo(Completeness.WHOLE);
        assertThat(gate.open(letter).payload()).isEqualTo(Payload.of(payload));
        assertThat(gate.hide(id, hidden).message()).isEqualTo(hidden);
    }

    private DeadLetter letter(Message message) {
        Redrive redrive = Redrive.on(new InMemoryDeadLetterStore(clock)).open();
        LetterId some = redrive.capture(FailedMessage.of("a", Message.of("1"), new IllegalStateException("x")))
                .id();
        DeadLetter letter = redrive.letters().find(some).orElseThrow();
        return new DeadLetter(
                id,
                letter.channel(),
                message,
                letter.failure(),
                letter.cause(),
                letter.lastFailure(),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.state(),
                letter.attempts());
    }

    // Patterns

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"paid with 4111 1111 1111 1111 today\"}",
                "{\"a\":4111111111111111}",
                "{\"4111111111111111\":1}",
                "paid with 4111-1111-1111-1111",
                "{\"a\":\"4111111111111111\"} and more"
            })
    void card_numbers_are_hidden_wherever_they_stand(String payload) {
        Message removed = hidden(Redaction.none().removingLike("card-number"), payload);
        Message sealed = hidden(Redaction.none().sealingLike("card-number").with(KEYS), payload);

        assertThat(removed.payload().text()).doesNotContain("1111").contains("***");
        assertThat(removed.completeness()).isEqualTo(Completeness.REMOVED);
        assertThat(sealed.payload().text()).doesNotContain("1111").contains("***");
        assertThat(new RedactionGate(Redaction.none().sealingLike("card-number").with(KEYS))
                        .open(letter(sealed))
                        .payload()
                        .text())
                .isEqualTo(payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"at\":1700000000000}", "4111 1111 1111 1112", "order 123456"})
    void numbers_that_are_no_cards_stay(String payload) {
        assertThat(hidden(Redaction.none().removingLike("card-number"), payload))
                .isEqualTo(Message.of(payload));
    }

    @Test
    void tokens_are_hidden_and_what_calls_them_so_stays() {
        String text = new RedactionGate(Redaction.none().removingLike("token"))
                .text("401 for Bearer abc.def-123 and password=hunter22 and key");

        assertThat(text).isEqualTo("401 for *** and password=*** and key");
    }

    @Test
    void an_expression_that_would_take_for_ever_hides_the_whole_text() {
        TextPattern slow = TextPattern.of("(a+)+b");

        assertThat(slow.hide("a".repeat(5000))).isEqualTo("***");
        assertThatThrownBy(() -> TextPattern.of("a*")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TextPattern.of("(")).isInstanceOf(IllegalArgumentException.class);
    }

    // Headers

    private static Message withCopies(String key) {
        return Message.of(DOCUMENT)
                .with(new Headers(List.of(Header.of("x-card", SECRET), Header.of("x-note", "card " + SECRET))))
                .with(new Origin("orders", 1, 2L, Payload.of(key), null, null, null));
    }

    @Test
    void a_removed_value_is_removed_from_headers_and_key_too() {
        Message hidden = new RedactionGate(REMOVED).hide(id, withCopies(SECRET)).message();

        assertThat(hidden.headers().list())
                .containsExactly(Header.of("x-card", "***"), Header.of("x-note", "card ***"));
        assertThat(hidden.origin().key()).isNull();
    }

    @Test
    void a_sealed_value_is_sealed_in_headers_too_and_stays_in_the_key() {
        RedactionGate gate = new RedactionGate(SEALED);
        Message message = withCopies(SECRET);

        Message hidden = gate.hide(id, message).message();

        assertThat(hidden.headers().list()).containsExactly(Header.of("x-card", "***"), Header.of("x-note", "***"));
        assertThat(hidden.isWhole()).isTrue();
        assertThat(gate.hide(id, hidden).message()).isEqualTo(hidden);
        assertThat(gate.open(letter(hidden)).message()).isEqualTo(message);
    }

    @Test
    void a_key_with_a_removed_value_in_it_is_removed() {
        Message hidden = new RedactionGate(REMOVED)
                .hide(id, withCopies("customer-" + SECRET))
                .message();

        assertThat(hidden.origin().key()).isNull();
    }

    @Test
    void a_type_of_an_error_does_not_quote_a_removed_value() {
        RedactionGate gate = new RedactionGate(REMOVED);
        HiddenValues secrets = gate.hide(id, Message.of(DOCUMENT)).secrets();
        Failure failure = letter(Message.of("1")).failure();
        Failure quoting = new Failure(
                "Bad" + SECRET,
                null,
                failure.message(),
                failure.stackTrace(),
                failure.context(),
                failure.category(),
                failure.retryability());

        assertThat(gate.hide(quoting, secrets).type()).isEqualTo("Bad***");
    }

    @Test
    void a_target_that_quotes_a_sealed_value_with_escapes_does_not_show_it() {
        RedactionGate gate =
                new RedactionGate(Redaction.none().sealingLike("card-number").with(KEYS));
        String escaped = "4111111111111111".replaceAll("(.)", "\\\\u003$1");
        DeadLetter letter =
                letter(gate.hide(id, Message.of("{\"c\":\"" + escaped + "\"}")).message());

        assertThat(letter.payload().text()).contains("***");
        assertThat(gate.textAbout(letter, "could not book {\"c\":\"" + escaped + "\"}"))
                .doesNotContain(escaped);
    }

    @Test
    void a_header_that_holds_a_document_is_checked_for_paths() {
        Headers headers = new Headers(List.of(
                Header.of("j", DOCUMENT),
                Header.of("cut", "see " + DOCUMENT.substring(0, 28)),
                Header.of("plain", "[see] {this}")));
        Message message = Message.of("{}").with(headers);

        Message removed = new RedactionGate(REMOVED).hide(id, message).message();
        Message sealed = new RedactionGate(SEALED).hide(id, message).message();

        assertThat(removed.headers())
                .isEqualTo(new Headers(List.of(
                        Header.of("j", DOCUMENT.replace(SECRET, "***")),
                        Header.of("cut", "see ***"),
                        Header.of("plain", "[see] {this}"))));
        assertThat(removed.completeness()).isEqualTo(Completeness.REMOVED);
        assertThat(sealed.headers())
                .isEqualTo(new Headers(
                        List.of(Header.of("j", "***"), Header.of("cut", "***"), Header.of("plain", "[see] {this}"))));
        assertThat(new RedactionGate(SEALED).hide(id, sealed).message()).isEqualTo(sealed);
        assertThat(new RedactionGate(SEALED).open(letter(sealed)).message().headers())
                .isEqualTo(headers);
    }

    // What is said about a message

    @Test
    void no_text_about_a_message_quotes_what_it_lost() {
        Redrive redrive = Redrive.on(store).redact(REMOVED).open();
        String quoted = "bad card " + SECRET + " in " + DOCUMENT;
        FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                "BadCard",
                "400",
                quoted,
                StackTrace.ofText("BadCard: " + quoted + "\n\tat com.acme.Pay.pay(Pay.java:1)\n"),
                Json.of("{\"card\":{\"number\":\"other\"},\"said\":\"" + SECRET + "\"}"));

        LetterId kept = redrive.capture(FailedMessage.of("a", Message.of(DOCUMENT), reported))
                .id();

        DeadLetter letter = redrive.letters().find(kept).orElseThrow();
        assertThat(letter.failure().toString()).doesNotContain(SECRET).doesNotContain("other");
        assertThat(letter.failure().message()).startsWith("bad card *** in {");
        assertThat(letter.failure().stackTrace().text()).contains("com.acme.Pay.pay");
        assertThat(redrive.letters().cause(letter.cause()).orElseThrow().toString())
                .doesNotContain(SECRET);
        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
    }

    static List<Redaction> removedAndSealed() {
        return List.of(REMOVED, SEALED);
    }

    /** One that is cut, one with text behind it, and one in another encoding: it is unknown which values were to be hidden. */
    @ParameterizedTest
    @MethodSource("removedAndSealed")
    void no_text_about_a_message_that_is_hidden_whole_quotes_its_values(Redaction redaction) {
        Redrive redrive = Redrive.on(store).redact(redaction).open();
        for (byte[] payload : List.of(
                (DOCUMENT + " x").getBytes(UTF_8),
                DOCUMENT.substring(0, DOCUMENT.length() - 2).getBytes(UTF_8),
                DOCUMENT.getBytes(UTF_16))) {
            FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                    "BadCard",
                    null,
                    "bad card " + SECRET,
                    StackTrace.ofText("BadCard: bad card " + SECRET + "\n\tat com.acme.Pay.pay(Pay.java:1)\n"),
                    Json.of("{\"said\":\"" + SECRET + "\"}"));

            LetterId kept = redrive.capture(FailedMessage.of("a", Message.of(Payload.of(payload)), reported))
                    .id();

            Failure failure = redrive.letters().find(kept).orElseThrow().failure();
            assertThat(failure.toString()).doesNotContain(SECRET);
            assertThat(failure.message()).isEqualTo("bad card ***");
            assertThat(failure.stackTrace().text()).contains("com.acme.Pay.pay");
        }
    }

    @Test
    void where_a_message_that_is_hidden_whole_has_too_many_values_no_text_about_it_is_kept() {
        Redrive redrive = Redrive.on(store).redact(REMOVED).open();
        StringBuilder many = new StringBuilder(DOCUMENT);
        for (int i = 0; i < 1_000; i++)
            many.append(" {\"value\":\"value-").append(i).append("\"}");

        LetterId kept = redrive.capture(
                        FailedMessage.of("a", Message.of(many.toString()), new IllegalStateException("not value-999")))
                .id();

        assertThat(redrive.letters().find(kept).orElseThrow().failure().message())
                .isEqualTo("***");
    }

    @Test
    void documents_in_texts_of_context_and_metadata_are_checked_for_paths() {
        Json quoting = Json.of("{\"body\":" + Json.quote("got " + DOCUMENT) + ",\"plain\":\"[see] {this}\"}");

        Json hidden = new RedactionGate(REMOVED).json(quoting);

        assertThat(hidden.text()).doesNotContain(SECRET).contains("***", "[see] {this}");
    }

    // Sending

    @Test
    void handlers_get_hidden_values_and_their_errors_do_not_quote_them() {
        Redrive redrive = Redrive.on(store).redact(SEALED).open();
        List<DeadLetter> got = new ArrayList<>();
        redrive.handle("a", letter -> {
            got.add(letter);
            throw new IllegalStateException("no account for " + letter.payload().text());
        });
        Message message = Message.of(DOCUMENT).with(new Headers(List.of(Header.of("Authorization", "Basic xyzxyz"))));
        LetterId kept = redrive.capture(FailedMessage.of("a", message, new IllegalStateException("x")))
                .id();

        redrive.letters().retry(kept, "ann");

        assertThat(got).singleElement().satisfies(letter -> {
            assertThat(letter.payload()).isEqualTo(message.payload());
            assertThat(letter.message().headers()).isEqualTo(message.headers());
        });
        DeadLetter shown = redrive.letters().find(kept).orElseThrow();
        assertThat(shown.toString()).doesNotContain(SECRET).doesNotContain("xyzxyz");
        assertThat(shown.payload().text()).isEqualTo("{\"card\":{\"number\":\"***\"},\"n\":1}");
        assertThat(shown.lastFailure().message()).startsWith("no account for {");
        redrive.close();
    }

    @Test
    void an_error_that_is_too_long_does_not_end_in_half_of_what_is_hidden() {
        Redrive redrive = Redrive.on(store).redact(SEALED).open();
        String message = "x".repeat(Diagnostics.MESSAGE_LIMIT - 8) + SECRET + "x".repeat(100);
        redrive.handle("a", letter -> {
            throw new IllegalStateException(message);
        });
        LetterId kept = redrive.capture(FailedMessage.of("a", Message.of(DOCUMENT), new IllegalStateException("x")))
                .id();

        redrive.letters().retry(kept, "ann");

        DeadLetter shown = redrive.letters().find(kept).orElseThrow();
        assertThat(shown.lastFailure().message()).endsWith("x***");
        redrive.close();
    }

    @Test
    void a_letter_whose_key_is_missing_is_not_sent_and_not_lost() {
        Redrive sealing = Redrive.on(store).redact(SEALED).open();
        LetterId kept = sealing.capture(FailedMessage.of("a", Message.of(DOCUMENT), new IllegalStateException("x")))
                .id();
        Redrive other =
                Redrive.on(store).redact(SEALED.with(SealKeys.of("b", key(2)))).open();
        List<DeadLetter> got = new ArrayList<>();
        other.handle("a", got::add);

        other.letters().retry(kept, "ann");

        assertThat(got).isEmpty();
        DeadLetter letter = other.letters().find(kept).orElseThrow();
        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(letter.lastFailure().message()).contains("\"a\"").contains("redrive.redaction.keys");
        other.stop();
        Redrive both = Redrive.on(store)
                .redact(SEALED.with(SealKeys.of("b", key(2)).and("a", key(1))))
                .open();
        both.handle("a", got::add);
        both.letters().retry(kept, "ann");
        assertThat(got)
                .singleElement()
                .satisfies(sent -> assertThat(sent.payload().text()).isEqualTo(DOCUMENT));
        both.stop();
    }

    @Test
    void what_is_sealed_belongs_to_its_letter() {
        Message hidden = hidden(SEALED, DOCUMENT);
        DeadLetter other = letter(hidden);
        DeadLetter stolen = new DeadLetter(
                new LetterIds(clock).next(),
                other.channel(),
                hidden,
                other.failure(),
                other.cause(),
                other.lastFailure(),
                other.lastCause(),
                other.priority(),
                other.tags(),
                other.ordered(),
                other.state(),
                other.attempts());

        assertThatThrownBy(() -> new RedactionGate(SEALED).open(stolen)).isInstanceOf(CannotOpen.class);
        assertThat(hidden.sealed().bytes()).asString(ISO_8859_1).doesNotContain(SECRET);
    }

    // Edits

    @Test
    void an_edit_keeps_what_is_sealed_where_its_mask_stays_and_seals_what_is_new() {
        Redrive redrive = Redrive.on(store).redact(SEALED).open();
        LetterId kept = redrive.capture(FailedMessage.of("a", Message.of(DOCUMENT), new IllegalStateException("x")))
                .id();
        List<String> got = new ArrayList<>();
        redrive.handle("a", letter -> got.add(letter.payload().text()));

        redrive.letters().edit(kept, 0, Edit.payload(Payload.of("{\"n\":2,\"card\":{\"number\":\"***\"}}"), "ann"));
        DeadLetter after = redrive.letters().find(kept).orElseThrow();
        redrive.letters().retry(kept, "ann");

        assertThat(after.toString()).doesNotContain(SECRET);
        assertThat(got).containsExactly("{\"n\":2,\"card\":{\"number\":\"" + SECRET + "\"}}");
        redrive.close();
    }

    @Test
    void an_edit_cannot_bring_in_what_must_not_be_kept() {
        Redrive redrive = Redrive.on(store).redact(REMOVED).open();
        LetterId kept = redrive.capture(
                        FailedMessage.of("a", Message.of("{}"), new java.net.SocketTimeoutException("x")))
                .id();

        redrive.letters().edit(kept, 0, Edit.payload(Payload.of(DOCUMENT), "ann"));

        DeadLetter letter = redrive.letters().find(kept).orElseThrow();
        assertThat(letter.payload().text()).doesNotContain(SECRET);
        assertThat(redrive.letters().versions(kept).toString()).doesNotContain(SECRET);
        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(redrive.letters().move(kept, ManualMove.reset("ann")))
                .isInstanceOf(dev.redrive.store.decisions.MoveResult.NotWhole.class);
        redrive.close();
    }

    // Keys

    @Test
    void rules_that_seal_need_a_key() {
        assertThatThrownBy(() -> new RedactionGate(Redaction.none().sealing("$.a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no key");
        assertThatThrownBy(() -> SealKeys.of("a", "c2hvcnQ="))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bytes");
        assertThatThrownBy(() -> SealKeys.of("a", "not base64!"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("not base64");
    }
}
