package dev.redrive.cli.http;

import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the server answered, whole. */
public final class Reply {
    private final int status;
    private final Map<String, List<String>> headers;
    private final byte[] bytes;

    Reply(int status, Map<String, List<String>> headers, byte[] bytes) {
        this.status = status;
        this.headers = headers;
        this.bytes = bytes;
    }

    public int status() {
        return status;
    }

    public Optional<String> header(String name) {
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            if (name.equalsIgnoreCase(header.getKey()) && !header.getValue().isEmpty())
                return Optional.of(header.getValue().get(0));
        }
        return Optional.empty();
    }

    /** As it came. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Nothing when the answer was empty. */
    public Value json() {
        return JsonReader.read(bytes);
    }
}
