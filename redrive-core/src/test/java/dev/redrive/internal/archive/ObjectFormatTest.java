package dev.redrive.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testing.RandomLetters;
import dev.redrive.testing.ShopLetters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ObjectFormatTest {
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");

    private final ObjectFixture fixture = new ObjectFixture();

    private static List<WholeLetter> odd(int count) {
        RandomLetters letters = new RandomLetters(11);
        return Stream.generate(letters::next).limit(count).toList();
    }

    private static List<WholeLetter> usual(int count) {
        ShopLetters letters = new ShopLetters(3, START);
        return Stream.generate(letters::next).limit(count).toList();
    }

    private static byte[] lines(List<WholeLetter> letters) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        letters.forEach(letter -> lines.writeBytes(ArchiveLines.write(letter)));
        return lines.toByteArray();
    }

    @Test
    void letters_that_were_written_are_read() throws DamagedObject {
        List<WholeLetter> letters = odd(600);

        assertThat(fixture.read(ObjectFixture.bytes(letters))).isEqualTo(letters);
    }

    @Test
    void any_program_that_reads_zstd_reads_the_lines() throws IOException {
        List<WholeLetter> letters = odd(600);
        byte[] object = ObjectFixture.bytes(letters);

        try (ZstdInputStream in = new ZstdInputStream(new ByteArrayInputStream(object)).setContinuous(false)) {
            assertThat(in.readAllBytes()).isEqualTo(lines(letters));
        }
    }

    @Test
    void the_index_says_what_is_in_the_object() throws DamagedObject {
        List<WholeLetter> letters = usual(600);

        ObjectIndex index = fixture.index(ObjectFixture.bytes(letters));

        assertThat(index.letters()).isEqualTo(600);
        assertThat(index.errorType()).isEqualTo("com.acme.Failure");
        assertThat(index.frames()).extracting(Frame::letters).containsExactly(250, 250, 100);
        assertThat(index.rawBytes()).isEqualTo(lines(letters).length);
        assertThat(index.channels().orElseThrow())
                .containsExactlyInAnyOrder("orders", "payments.eu", "payments.us", "mails", "stock");
        assertThat(letters).allSatisfy(whole -> {
            assertThat(index.mayHold(whole.letter().id())).isTrue();
            assertThat(index.keys().mayHold(KeyFilter.Hash.of(whole.letter().eventId())))
                    .isTrue();
            Payload key =
                    Objects.requireNonNull(whole.letter().message().origin().key());
            assertThat(index.keys().mayHold(KeyFilter.Hash.of(key.bytes()))).isTrue();
        });
    }

    @Test
    void of_a_hundred_values_that_were_not_added_the_filter_takes_at_most_a_few_for_its_own() throws DamagedObject {
        ObjectIndex index = fixture.index(ObjectFixture.bytes(usual(2000)));

        long wrong = IntStream.range(0, 10_000)
                .filter(i -> index.keys().mayHold(KeyFilter.Hash.of("other-" + i)))
                .count();

        assertThat(wrong).isBetween(1L, 200L);
    }

    @Test
    void an_object_with_very_many_channels_lists_none() throws DamagedObject {
        ShopLetters shop = new ShopLetters(3, START);
        List<WholeLetter> letters = IntStream.range(0, 1200)
                .mapToObj(i -> inChannel(shop.next(), "channel-" + i))
                .toList();

        ObjectIndex index = fixture.index(ObjectFixture.bytes(letters));

        assertThat(index.channels()).isEmpty();
        assertThat(index.frames())
                .allSatisfy(frame -> assertThat(frame.channels().isEmpty()).isTrue());
    }

    private static WholeLetter inChannel(WholeLetter whole, String channel) {
        var letter = whole.letter();
        return whole.with(new dev.redrive.letter.DeadLetter(
                letter.id(),
                channel,
                letter.message(),
                letter.failure(),
                letter.cause(),
                letter.lastFailure(),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.state(),
                letter.attempts()));
    }

    @Test
    void a_large_letter_is_a_frame_of_its_own() throws DamagedObject {
        List<WholeLetter> letters = usual(3).stream()
                .map(whole -> whole.with(
                        whole.letter().with(whole.letter().message().with(Payload.of("x".repeat(5_000_000))))))
                .toList();

        byte[] object = ObjectFixture.bytes(letters);

        assertThat(fixture.index(object).frames()).extracting(Frame::letters).containsExactly(1, 1, 1);
        assertThat(fixture.read(object)).isEqualTo(letters);
    }

    @Test
    void a_letter_takes_less_than_a_quarter_of_its_line() {
        List<WholeLetter> letters = usual(10_000);

        double share = (double) ObjectFixture.bytes(letters).length / lines(letters).length;

        assertThat(share).isLessThan(0.25);
    }

    @Test
    void the_name_of_an_error_type_is_a_plain_part_of_a_key() {
        LetterId id = LetterId.firstAt(START);

        assertThat(ObjectKey.folder(id, "java.net.SocketTimeoutException"))
                .isEqualTo("dlq/2026/03/02/10/java.net.SocketTimeoutException/");
        assertThat(ObjectKey.name("../x y/ü")).isEqualTo("..%2Fx%20y%2F%C3%BC");
        assertThat(ObjectKey.name("..")).isEqualTo("%2E..");
        assertThat(ObjectKey.name("")).isEqualTo("%2E");
        assertThat(ObjectKey.name("x".repeat(1000))).hasSize(137).isNotEqualTo(ObjectKey.name("x".repeat(1001)));
        assertThat(ObjectKey.id(ObjectFixture.KEY)).contains(LetterId.of("0195a3c4-5d6e-7f80-8123-456789abcdef"));
    }
}
