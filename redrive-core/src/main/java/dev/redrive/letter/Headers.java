package dev.redrive.letter;

import dev.redrive.internal.text.Utf8;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The headers of a message, in their order. */
public record Headers(List<Header> list) {
    private static final Headers NONE = new Headers(List.of());

    public Headers {
        list = List.copyOf(list);
    }

    public static Headers none() {
        return NONE;
    }

    public static Headers of(Map<String, String> headers) {
        return new Headers(headers.entrySet().stream()
                .map(e -> Header.of(e.getKey(), e.getValue()))
                .toList());
    }

    /** The value of the last header with this name, as Kafka reads them. */
    public Optional<String> text(String name) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i).name().equals(name))
                return Optional.of(list.get(i).value().text());
        }
        return Optional.empty();
    }

    /** How many bytes names and values have together. */
    public long byteSize() {
        return list.stream()
                .mapToLong(header -> Utf8.size(header.name()) + header.value().size())
                .sum();
    }

    /** The names only: header values never appear in logs. */
    @Override
    public String toString() {
        return list.stream().map(Header::name).toList().toString();
    }
}
