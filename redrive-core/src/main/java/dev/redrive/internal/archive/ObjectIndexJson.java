package dev.redrive.internal.archive;

import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.internal.text.UuidParser;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the index of an object as JSON, and reads it. */
final class ObjectIndexJson {
    /** A reader refuses an index of a later format instead of misunderstanding it. */
    private static final int FORMAT = 1;

    private static final int LONGEST_NAME = 1000;

    /** More than any object is written with. */
    private static final int MOST_FRAMES = 10_000;

    private ObjectIndexJson() {}

    // Writing

    static byte[] write(ObjectIndex index) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
        JsonOutput out = new JsonOutput(bytes);
        out.startObject();
        out.number("format", FORMAT);
        out.text("replaces", index.replaces().map(LetterId::toString).orElse(null));
        out.number("letters", index.letters());
        out.text("first", index.first().toString());
        out.text("last", index.last().toString());
        out.text("errorType", index.errorType());
        names(out, "channels", index.channels());
        names(out, "causes", index.causes());
        out.base64("keys", index.keys().bytes());
        out.number("rawBytes", index.rawBytes());
        out.text("sha256", index.sha256());
        out.startArray("frames");
        index.frames().forEach(frame -> frame(out, frame));
        out.endArray();
        out.endObject();
        out.flush();
        return bytes.toByteArray();
    }

    private static void names(JsonOutput out, String name, Optional<? extends List<?>> values) {
        if (values.isEmpty()) {
            out.nullValue(name);
            return;
        }
        out.startArray(name);
        values.get().forEach(value -> out.text(value.toString()));
        out.endArray();
    }

    private static void frame(JsonOutput out, Frame frame) {
        out.startObject();
        out.number("offset", frame.offset());
        out.number("bytes", frame.bytes());
        out.number("crc32", Integer.toUnsignedLong(frame.crc()));
        out.number("rawBytes", frame.rawBytes());
        out.number("letters", frame.letters());
        out.text("first", frame.first().toString());
        out.text("last", frame.last().toString());
        numbers(out, "channels", frame.channels());
        numbers(out, "causes", frame.causes());
        out.endObject();
    }

    private static void numbers(JsonOutput out, String name, BitSet numbers) {
        out.startArray(name);
        numbers.stream().forEach(out::number);
        out.endArray();
    }

    // Reading

    /** @throws InvalidJson when it is not such an index */
    static ObjectIndex read(byte[] json) {
        return JsonFields.read(json, 0, json.length, in -> new Draft().read(in));
    }

    private static <T> T given(String name, @Nullable T value) {
        if (value == null) throw InvalidJson.field(name, name + " is missing");
        return value;
    }

    private static LetterId id(JsonFields in, String name) {
        return given(name, idOrNull(in, name));
    }

    private static @Nullable LetterId idOrNull(JsonFields in, String name) {
        String text = in.text(name, LONGEST_NAME);
        return text == null ? null : new LetterId(UuidParser.parse(name, text));
    }

    private static int count(JsonFields in, String name) {
        return given(name, in.integer(name));
    }

    private static long size(JsonFields in, String name) {
        return given(name, in.number(name, 0, Long.MAX_VALUE));
    }

    private static <T> Optional<List<T>> list(JsonFields in, String name, Function<String, T> read) {
        if (!in.enterArray(name)) return Optional.empty();
        List<T> values = new ArrayList<>();
        while (in.nextElement()) {
            if (values.size() == ObjectWriter.MOST_NAMES) throw tooMany(name, ObjectWriter.MOST_NAMES);
            values.add(read.apply(given(name, in.text(name, LONGEST_NAME))));
        }
        return Optional.of(List.copyOf(values));
    }

    private static InvalidJson tooMany(String name, int most) {
        return InvalidJson.field(name, name + " has more than " + most + " values");
    }

    private static BitSet numbers(JsonFields in, String name) {
        BitSet numbers = new BitSet();
        if (!in.enterArray(name)) return numbers;
        while (in.nextElement())
            numbers.set(given(name, in.number(name, 0, ObjectWriter.MOST_NAMES - 1L))
                    .intValue());
        return numbers;
    }

    /** The fields of an index as far as they were read. */
    private static final class Draft {
        private @Nullable Integer format;
        private @Nullable LetterId replaces;
        private int letters;
        private @Nullable LetterId first;
        private @Nullable LetterId last;
        private @Nullable String errorType;
        private Optional<List<String>> channels = Optional.empty();
        private Optional<List<CauseId>> causes = Optional.empty();
        private @Nullable KeyFilter keys;
        private long rawBytes;
        private @Nullable String sha256;
        private final List<Frame> frames = new ArrayList<>();

        ObjectIndex read(JsonFields in) {
            if (!in.isObject()) throw InvalidJson.text("the index must be a JSON object");
            while (in.nextField()) field(in.name(), in);
            given("format", format);
            return new ObjectIndex(
                    Optional.ofNullable(replaces),
                    letters,
                    given("first", first),
                    given("last", last),
                    given("errorType", errorType),
                    channels,
                    causes,
                    given("keys", keys),
                    rawBytes,
                    given("sha256", sha256),
                    frames);
        }

        private void field(String name, JsonFields in) {
            switch (name) {
                case "format" -> format = known(count(in, name));
                case "replaces" -> replaces = idOrNull(in, name);
                case "letters" -> letters = count(in, name);
                case "first" -> first = id(in, name);
                case "last" -> last = id(in, name);
                case "errorType" -> errorType = in.text(name);
                case "channels" -> channels = list(in, name, channel -> channel);
                case "causes" -> causes = list(in, name, cause -> new CauseId(UuidParser.parse(name, cause)));
                case "keys" -> keys = keys(given(name, in.text(name)));
                case "rawBytes" -> rawBytes = size(in, name);
                case "sha256" -> sha256 = in.text(name, LONGEST_NAME);
                case "frames" -> frames(in, name);
                default -> in.skip();
            }
        }

        private static int known(int format) {
            if (format <= FORMAT) return format;
            throw InvalidJson.field(
                    "format", "format " + format + " is newer than this Redrive, which knows " + FORMAT);
        }

        private static KeyFilter keys(String base64) {
            byte[] bits = Base64.getDecoder().decode(base64);
            if (bits.length == 0) throw InvalidJson.field("keys", "keys is empty");
            return KeyFilter.of(bits);
        }

        private void frames(JsonFields in, String name) {
            if (!in.enterArray(name)) return;
            while (in.nextElement()) {
                if (frames.size() == MOST_FRAMES) throw tooMany(name, MOST_FRAMES);
                frames.add(frame(in));
            }
        }
    }

    private static Frame frame(JsonFields in) {
        if (!in.isObject()) throw InvalidJson.text("a frame must be a JSON object");
        long offset = -1;
        int bytes = 0;
        int crc = 0;
        long rawBytes = 0;
        int letters = 0;
        LetterId first = null;
        LetterId last = null;
        BitSet channels = new BitSet();
        BitSet causes = new BitSet();
        while (in.nextField()) {
            String name = in.name();
            switch (name) {
                case "offset" -> offset = size(in, name);
                case "bytes" -> bytes = count(in, name);
                case "crc32" -> crc = (int) size(in, name);
                case "rawBytes" -> rawBytes = size(in, name);
                case "letters" -> letters = count(in, name);
                case "first" -> first = id(in, name);
                case "last" -> last = id(in, name);
                case "channels" -> channels = numbers(in, name);
                case "causes" -> causes = numbers(in, name);
                default -> in.skip();
            }
        }
        return new Frame(
                offset, bytes, crc, rawBytes, letters, given("first", first), given("last", last), channels, causes);
    }
}
