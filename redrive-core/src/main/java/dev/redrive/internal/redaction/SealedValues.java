package dev.redrive.internal.redaction;

import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The values that were taken out of one message, each under the place where its mask stands. In clear: not to be kept. */
final class SealedValues {
    /** The place of a payload that is hidden whole. */
    static final String WHOLE = "payload";

    private static final String HEADER = "header ";
    private static final byte[] MASK = Redaction.MASK.getBytes(StandardCharsets.UTF_8);
    private static final byte[] MASK_AS_JSON = Json.quote(Redaction.MASK).getBytes(StandardCharsets.UTF_8);

    private final Map<String, byte[]> values = new LinkedHashMap<>();

    static String header(String name, int number) {
        return HEADER + number + " " + name;
    }

    static SealedValues of(LetterId letter, Sealed sealed, SealKeys keys) {
        SealedValues values = new SealedValues();
        if (sealed.isEmpty()) return values;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(keys.open(letter, sealed)))) {
            for (int i = in.readInt(); i > 0; i--) {
                String place = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                values.put(place, in.readNBytes(in.readInt()));
            }
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(values.size());
            for (Map.Entry<String, byte[]> entry : values.entrySet()) {
                byte[] place = entry.getKey().getBytes(StandardCharsets.UTF_8);
                out.writeInt(place.length);
                out.write(place);
                out.writeInt(entry.getValue().length);
                out.write(entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    byte @Nullable [] get(String place) {
        return values.get(place);
    }

    void put(String place, byte[] value) {
        values.put(place, value);
    }

    void putAll(SealedValues more) {
        values.putAll(more.values);
    }

    static boolean isOfHeader(String place) {
        return place.startsWith(HEADER);
    }

    /** What becomes of a value; null when it goes. */
    interface Change {
        byte @Nullable [] of(String place, byte[] value);
    }

    SealedValues changed(Change change) {
        SealedValues changed = new SealedValues();
        values.forEach((place, value) -> {
            byte[] now = change.of(place, value);
            if (now != null) changed.put(place, now);
        });
        return changed;
    }

    /** Those that are not in headers. */
    SealedValues ofPayload() {
        return those(place -> !isOfHeader(place));
    }

    SealedValues ofHeaders() {
        return those(SealedValues::isOfHeader);
    }

    private SealedValues those(Predicate<String> wanted) {
        SealedValues those = new SealedValues();
        values.forEach((place, value) -> {
            if (wanted.test(place)) those.put(place, value);
        });
        return those;
    }

    /** True when one of them is at this place of the payload or below it. */
    boolean hasAnyIn(String path) {
        return values.keySet().stream().anyMatch(place -> place.startsWith(path));
    }

    void clearPayload() {
        values.keySet().removeIf(place -> !isOfHeader(place));
    }

    /** The payload with its values where their masks stand. */
    Payload into(Payload payload) {
        byte[] bytes = payload.bytes();
        byte[] whole = values.get(WHOLE);
        if (whole != null) return Arrays.equals(bytes, MASK) ? Payload.of(whole) : payload;
        List<String> places =
                values.keySet().stream().filter(place -> place.startsWith("$")).toList();
        if (places.isEmpty()) return payload;
        List<JsonPath> paths = places.stream().map(JsonPath::of).toList();
        List<JsonPath.Place> masks = JsonPath.places(bytes, paths).orElse(List.of()).stream()
                .filter(place -> Arrays.equals(place.in(bytes), MASK_AS_JSON))
                .toList();
        return Payload.of(
                JsonPath.replace(bytes, masks, mask -> Objects.requireNonNull(values.get(places.get(mask.which())))));
    }

    Headers into(Headers headers) {
        List<Header> whole = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Header header : headers.list()) {
            byte[] value = values.get(header(header.name(), seen.merge(header.name(), 1, Integer::sum)));
            boolean isMask = Arrays.equals(header.value().bytes(), MASK);
            whole.add(value != null && isMask ? new Header(header.name(), Payload.of(value)) : header);
        }
        return new Headers(whole);
    }

    HiddenValues secrets() {
        HiddenValues secrets = new HiddenValues();
        values.forEach((place, value) -> {
            if (place.equals(WHOLE)) secrets.addAllIn(value);
            else if (place.startsWith("$")) secrets.addJson(value);
            else secrets.add(new String(value, StandardCharsets.UTF_8));
        });
        return secrets;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SealedValues more && Arrays.equals(bytes(), more.bytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes());
    }

    /** The places only. */
    @Override
    public String toString() {
        return values.keySet().toString();
    }
}
