package dev.redrive.internal.archive;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testing.ShopLetters;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is in an archive, reading it names the object and takes no more memory than an object of ours. */
class DamagedObjectTest {
    private static final String ID = "019cadfd-8080-7f80-8123-456789abcdef";

    private final ObjectFixture fixture = new ObjectFixture();
    private final byte[] object = ObjectFixture.bytes(letters());

    private static List<WholeLetter> letters() {
        ShopLetters shop = new ShopLetters(5, Instant.parse("2026-03-02T10:00:00Z"));
        return Stream.generate(shop::next).limit(600).toList();
    }

    private void assertDamaged(String how, byte[] bytes) {
        assertThatThrownBy(() -> fixture.read(bytes))
                .as(how)
                .isInstanceOf(DamagedObject.class)
                .hasMessageStartingWith(ObjectFixture.KEY);
    }

    /** An object with these frames and an index of this JSON. */
    private static byte[] made(byte[] frames, String index) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(frames);
        out.writeBytes(ObjectWriter.end(index.getBytes(StandardCharsets.UTF_8)));
        return out.toByteArray();
    }

    private static String index(int format, long letters, String frames) {
        return "{\"format\":" + format + ",\"letters\":" + letters + ",\"first\":\"" + ID + "\",\"last\":\"" + ID
                + "\",\"errorType\":\"x\",\"channels\":[\"a\"],\"causes\":[],\"keys\":\"AAAA\",\"rawBytes\":1,"
                + "\"sha256\":\"00\",\"frames\":[" + frames + "]}";
    }

    private static String frame(byte[] packed, long rawBytes, long letters) {
        return frame(packed, rawBytes, letters, ID, ID);
    }

    private static String frame(byte[] packed, long rawBytes, long letters, String first, String last) {
        return "{\"offset\":0,\"bytes\":" + packed.length + ",\"crc32\":"
                + Integer.toUnsignedLong(ObjectWriter.crc(packed)) + ",\"rawBytes\":" + rawBytes + ",\"letters\":"
                + letters + ",\"first\":\"" + first + "\",\"last\":\"" + last + "\",\"channels\":[],\"causes\":[]}";
    }

    @Test
    void foreign_objects_are_named() {
        byte[] random = new byte[100_000];
        new Random(1).nextBytes(random);

        assertDamaged("empty", new byte[0]);
        assertDamaged("one byte", new byte[1]);
        assertDamaged("text", "hello, this is not one of ours\n".getBytes(StandardCharsets.UTF_8));
        assertDamaged("random", random);
        assertDamaged("plain zstd", Zstd.compress(random));
        assertDamaged("two objects", concat(object, object));
    }

    private static byte[] concat(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    @Test
    void an_object_that_was_cut_anywhere_is_named() {
        for (int length = 0; length < object.length; length += 1000)
            assertDamaged("cut at " + length, Arrays.copyOf(object, length));
        for (int length = object.length - 30; length < object.length; length++)
            assertDamaged("cut at " + length, Arrays.copyOf(object, length));
    }

    @Test
    void an_object_that_lost_its_beginning_is_named() {
        for (int from = 1; from < object.length; from += 5000)
            assertDamaged("from " + from, Arrays.copyOfRange(object, from, object.length));
    }

    @Test
    void each_flipped_bit_is_noticed() {
        Random random = new Random(2);
        for (int i = 0; i < 2000; i++) {
            int bit = random.nextInt(object.length * Byte.SIZE);
            byte[] flipped = object.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertThatThrownBy(() -> fixture.unpack(flipped)).as("bit %s", bit).isInstanceOf(DamagedObject.class);
        }
    }

    @Test
    void each_flipped_bit_of_the_end_is_noticed() {
        for (int bit = (object.length - 40) * Byte.SIZE; bit < object.length * Byte.SIZE; bit++) {
            byte[] flipped = object.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertThatThrownBy(() -> fixture.unpack(flipped)).as("bit %s", bit).isInstanceOf(DamagedObject.class);
        }
    }

    @Test
    void an_object_that_is_shorter_than_listed_or_gone_is_named() {
        fixture.archive.put(ObjectFixture.KEY, object);

        assertThatThrownBy(() -> fixture.read(new ArchiveObject(ObjectFixture.KEY, object.length + 1000L)))
                .isInstanceOf(DamagedObject.class);
        assertThatThrownBy(() -> fixture.read(new ArchiveObject("dlq/gone.ndjson.zst", 1000)))
                .isInstanceOf(DamagedObject.class)
                .hasMessageContaining("gone");
    }

    @Test
    void a_frame_that_unpacks_to_gigabytes_is_not_unpacked() {
        byte[] zeros = new byte[64 * 1024 * 1024];
        byte[] packed = Zstd.compress(zeros);
        byte[] bomb = packed;
        for (int i = 0; i < 6; i++) bomb = concat(bomb, bomb);

        assertDamaged("hidden", made(bomb, index(1, 1, frame(bomb, 1000, 1))));
        assertDamaged("announced", made(bomb, index(1, 1, frame(bomb, 64L * zeros.length, 1))));
        assertDamaged("more than a long", made(bomb, index(1, 1, frame(bomb, Long.MAX_VALUE, 1))));
        assertDamaged("many lines", made(packed, index(1, 2_000_000_000, frame(packed, zeros.length, 2_000_000_000))));
    }

    @Test
    void an_index_whose_frames_have_impossible_ids_or_counts_is_not_believed() {
        byte[] text = ArchiveLines.write(letters().get(0));
        byte[] packed = Zstd.compress(text);
        String smaller = ID.replace("f80", "f00");
        String larger = ID.replace("f80", "fff");

        assertDamaged("no order", made(packed, index(1, 1, frame(packed, text.length, 1, larger, smaller))));
        assertDamaged("too small", made(packed, index(1, 1, frame(packed, text.length, 1, smaller, ID))));
        assertDamaged("too large", made(packed, index(1, 1, frame(packed, text.length, 1, ID, larger))));
        assertDamaged("no letters", made(packed, index(1, 0, frame(packed, text.length, 0))));
        assertDamaged("negative", made(packed, index(1, -1, frame(packed, text.length, -1))));
    }

    /** Also when there is no room in the index for them. */
    @Test
    void an_index_with_very_many_frames_is_not_believed() {
        byte[] packed = Zstd.compress("x\n".getBytes(StandardCharsets.UTF_8));
        String one = "{\"offset\":0,\"bytes\":1,\"first\":\"" + ID + "\",\"last\":\"" + ID + "\"}";
        String many = (one + ",").repeat(20_000) + one;
        byte[] huge = made(packed, index(1, 1, one));
        int at = huge.length - ObjectWriter.FOOTER;
        for (int i = 0; i < 3; i++) huge[at + i] = (byte) 0xFF;
        huge[at + 3] = 0x7F;

        assertDamaged("many frames", made(packed, index(1, 1, many)));
        assertDamaged("long index", made(packed, index(1, 1, (one + ",").repeat(1_000_000) + one)));
        assertDamaged("index of 2 GB", huge);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "{\"format\":1}",
                "{\"format\":1,\"letters\":-1}",
                "{\"format\":99999999999}",
                "{\"format\":1,\"keys\":\"\"}",
                "{\"format\":1,\"keys\":\"%%%\"}",
                "{\"format\":1,\"first\":\"nonsense\"}",
                "{\"format\":1,\"frames\":[7]}",
                "{\"format\":1,\"frames\":[{\"offset\":-1}]}",
                "{\"format\":1,\"frames\":[{\"channels\":[1000000000]}]}"
            })
    void an_index_that_is_none_is_named(String json) {
        assertDamaged(json, made(new byte[0], json));
    }

    @Test
    void a_newer_format_is_named_as_such() {
        byte[] packed = Zstd.compress("x\n".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> fixture.read(made(packed, index(2, 1, frame(packed, 2, 1)))))
                .isInstanceOf(DamagedObject.class)
                .hasMessageContaining("format 2 is newer than this Redrive, which knows 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "{}",
                "{\"id\":\"" + ID + "\"}",
                "[[[[",
                "\"\\ud800\"",
                "{\"updatedAt\":9223372036854775807}"
            })
    void a_line_that_is_no_letter_is_named(String line) {
        byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] packed = Zstd.compress(text);

        assertDamaged(line, made(packed, index(1, 1, frame(packed, text.length, 1))));
    }

    /** Some changes make another letter; none makes anything but a letter or damage. */
    @Test
    void a_line_with_changes_is_a_letter_or_damage() {
        Random random = new Random(3);
        byte[] line = ArchiveLines.write(letters().get(0));
        for (int i = 0; i < 5000; i++) {
            byte[] changed = line.clone();
            for (int j = 1 + random.nextInt(3); j > 0; j--)
                changed[random.nextInt(line.length - 1)] = (byte) "\"{}[],:0-9eE.\\ntf\0ü".charAt(random.nextInt(19));
            assertThatCode(() -> readLine(changed)).doesNotThrowAnyException();
        }
    }

    private void readLine(byte[] line) {
        try {
            var unused = fixture.lines.read("key", line, 0, line.length - 1);
        } catch (DamagedObject e) {
            // Named, and passed over.
        }
    }

    @Test
    void frames_that_say_other_than_the_index_are_named() {
        byte[] text = ArchiveLines.write(letters().get(0));
        byte[] packed = Zstd.compress(text);

        assertDamaged("more letters", made(packed, index(1, 2, frame(packed, text.length, 2))));
        assertDamaged("more bytes", made(packed, index(1, 1, frame(packed, text.length + 1L, 1))));
        assertDamaged("fewer bytes", made(packed, index(1, 1, frame(packed, text.length - 1L, 1))));
        assertDamaged("other sum", made(packed, index(1, 5, frame(packed, text.length, 1))));
        byte[] unended = Zstd.compress(Arrays.copyOf(text, text.length - 1));
        assertDamaged("no end", made(unended, index(1, 1, frame(unended, text.length - 1L, 1))));
    }
}
