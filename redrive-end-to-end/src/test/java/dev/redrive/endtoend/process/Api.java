package dev.redrive.endtoend.process;

import dev.redrive.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The HTTP API of one server, called as one caller. */
public final class Api {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private final String base;
    private final @Nullable String token;

    public Api(String base) {
        this(base, null);
    }

    private Api(String base, @Nullable String token) {
        this.base = base;
        this.token = token;
    }

    public Api as(String otherToken) {
        return new Api(base, otherToken);
    }

    public Api anonymous() {
        return new Api(base, null);
    }

    public String address() {
        return base;
    }

    public Answer get(String path) {
        return call("GET", path).send();
    }

    public Answer post(String path) {
        return call("POST", path).send();
    }

    public Answer post(String path, String json) {
        return call("POST", path).json(json).send();
    }

    public Answer delete(String path) {
        return call("DELETE", path).send();
    }

    /** Captures one letter and returns its id. */
    public String capture(String json) {
        return post("/dlq", json).expect(201).text("id");
    }

    public JsonNode letter(String id) {
        return get("/dlq/" + id).expect(200).json();
    }

    /** Waits until a letter stands as it should. */
    public JsonNode awaitStatus(String id, String status) {
        return Await.until(
                "letter " + id + " " + status,
                Await.TIMEOUT,
                () -> letter(id),
                letter -> letter.path("status").asString().equals(status));
    }

    /** Waits until the metrics have this line, since a number is counted after what it counts; returns them all. */
    public String awaitMetric(String line) {
        return Await.until(
                "the metric " + line,
                Await.TIMEOUT,
                () -> get("/actuator/prometheus").expect(200).body(),
                metrics -> metrics.contains(line));
    }

    public Call call(String method, String path) {
        Call call = new Call(method, path);
        return token == null ? call : call.header("Authorization", "Bearer " + token);
    }

    /** A request that is being put together. */
    public final class Call {
        private final String method;
        private final String path;
        private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private byte[] body = {};
        private Duration patience = Duration.ofSeconds(30);

        private Call(String method, String path) {
            this.method = method;
            this.path = path;
        }

        public Call header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        public Call patience(Duration time) {
            patience = time;
            return this;
        }

        public Call json(String json) {
            return body("application/json", json.getBytes(StandardCharsets.UTF_8));
        }

        public Call body(String type, byte[] bytes) {
            body = bytes.clone();
            return header("Content-Type", type);
        }

        public Answer send() {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                    .timeout(patience)
                    .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
            headers.forEach(request::setHeader);
            try {
                HttpResponse<String> answer =
                        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
                return new Answer(method + " " + path, answer.statusCode(), answer.headers(), answer.body());
            } catch (IOException e) {
                throw new UncheckedIOException(method + " " + path + " got no answer", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted in " + method + " " + path, e);
            }
        }
    }
}
