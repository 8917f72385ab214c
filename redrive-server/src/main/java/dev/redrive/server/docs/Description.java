package dev.redrive.server.docs;

import dev.redrive.internal.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/** What {@code openapi.yaml} says, as JSON. It is written by hand in YAML because people read and change it there. */
final class Description {
    private static final String FILE = "/openapi.yaml";

    private final byte[] json;
    private final String etag;

    private Description(byte[] json) {
        this.json = json;
        this.etag = '"' + hash(json) + '"';
    }

    static Description read() {
        return new Description(new JsonMapper().writeValueAsBytes(content()));
    }

    static Map<String, Object> content() {
        try (InputStream in = Objects.requireNonNull(Description.class.getResourceAsStream(FILE), FILE)) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(byte[] bytes) {
        return Sha256.hex(bytes).substring(0, 32);
    }

    byte[] json() {
        return json.clone();
    }

    String etag() {
        return etag;
    }
}
