package dev.redrive.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.redrive.json.Json;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.server.config.values.Options;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Secrets are sent into a whole server by every way in, and looked for wherever it shows or stores anything. The ways out are
 * found by themselves: in the description of the API, in the routes of the server, and in the files that it wrote.
 */
@Timeout(180)
class SecretPlacesTest {
    private static final String CARD = "4111111111111111";
    private static final String PIN = "swordfish-7731";
    private static final String KEY = "hush-hush-9184";

    /** Those of the events are read while things happen; the other one answers what failed elsewhere. */
    private static final Set<String> NOT_ASKED = Set.of("/dlq/events", "/live", "/error");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper mapper = new JsonMapper();
    private final BlockingQueue<String> alerts = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private HttpServer outside;

    @BeforeEach
    void listen() throws IOException {
        outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        outside.createContext("/target", this::refuse);
        outside.createContext("/alerts", exchange -> {
            alerts.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        outside.start();
    }

    @AfterEach
    void hangUp() {
        outside.stop(0);
    }

    /** A target that quotes all that it got. */
    private void refuse(HttpExchange exchange) throws IOException {
        String got = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        sent.add(got);
        byte[] answer = (got + " with " + exchange.getRequestHeaders().getFirst("X-Secret") + " is wrong")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(422, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private String outside(String path) {
        return "http://localhost:" + outside.getAddress().getPort() + path;
    }

    /** A text that was shown, and where. */
    private record Shown(String role, String where, String text) {
        void hides(String... secrets) {
            assertThat(text).as("%s at %s", role, where).doesNotContain(secrets);
        }
    }

    /** A whole server that hides nothing or what its settings say. */
    private final class Running implements AutoCloseable {
        private final Path files;
        private final ConfigurableApplicationContext context;
        private final List<Shown> answers = new ArrayList<>();
        private String erasure = "";

        Running(String name, String settings) throws IOException {
            files = Files.createDirectory(folder.resolve(name));
            String text = """
                    redrive:
                      store: sqlite:%s
                      archive: file:%s
                      http: { port: 0 }
                      channels:
                        - { match: "*", target: { http: { url: "%s" } } }
                    """.formatted(files.resolve("redrive.db"), files.resolve("archive"), outside("/target"))
                    + settings.indent(2);
            Map<String, String> environment = Map.of(
                    "REDRIVE_ADMIN_TOKEN", token("admin"),
                    "REDRIVE_OPERATOR_TOKEN", token("operator"),
                    "REDRIVE_VIEWER_TOKEN", token("viewer"),
                    "REDRIVE_SEAL_KEY", Base64.getEncoder().encodeToString(new byte[32]));
            context = Server.run(
                    new SettingsReader(environment, Options.none())
                            .readText(text, "redrive.yaml")
                            .settings(),
                    Mode.SERVE);
        }

        private static String token(String role) {
            return "the-token-of-" + role + "-in-tests";
        }

        private HttpRequest.Builder request(String role, String path) {
            return HttpRequest.newBuilder(URI.create("http://localhost:" + Server.port(context) + path))
                    .timeout(PATIENCE)
                    .header("Authorization", "Bearer " + token(role));
        }

        private HttpResponse<String> send(String role, HttpRequest.Builder request)
                throws IOException, InterruptedException {
            HttpResponse<String> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
            String text = response.headers().map() + "\n" + response.body();
            answers.add(new Shown(role, String.valueOf(response.uri()), text));
            return response;
        }

        HttpResponse<String> get(String role, String path) throws IOException, InterruptedException {
            return send(role, request(role, path));
        }

        HttpResponse<String> change(String method, String path, String body) throws IOException, InterruptedException {
            String form = path.equals("/dlq/import") ? "application/x-ndjson" : "application/json";
            return send(
                    "admin",
                    request("admin", path)
                            .header("Content-Type", form)
                            .method(method, HttpRequest.BodyPublishers.ofString(body)));
        }

        JsonNode json(String method, String path, String body) throws IOException, InterruptedException {
            HttpResponse<String> response = change(method, path, body);
            assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
            return mapper.readTree(response.body());
        }

        /** The stream of events, from now on. */
        BufferedReader events(String role) throws IOException, InterruptedException {
            HttpResponse<InputStream> response =
                    client.send(request(role, "/dlq/events").build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        /** All that can be asked for: what is described, and what has a route. */
        Set<String> routes() {
            Set<String> routes = new TreeSet<>(described());
            context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                    .getHandlerMethods()
                    .keySet()
                    .forEach(route -> {
                        Set<RequestMethod> methods = route.getMethodsCondition().getMethods();
                        if (methods.isEmpty() || methods.contains(RequestMethod.GET))
                            routes.addAll(route.getPatternValues());
                    });
            assertThat(routes).containsAll(NOT_ASKED);
            routes.removeAll(NOT_ASKED);
            return routes;
        }

        /** A route with an id that this test does not know has to be added here. */
        List<String> addresses(String route) throws IOException, InterruptedException {
            if (route.startsWith("/dlq/channels/{name")) return List.of("/dlq/channels/orders");
            if (route.equals("/channels/one")) return List.of(route + "?name=orders");
            if (!route.contains("{")) return List.of(route);
            if (route.equals("/dlq/erase/{id}")) return List.of(erasure);
            String list;
            if (route.contains("replays/{id}")) list = "/dlq/replays";
            else if (route.contains("causes/{id}")) list = "/dlq/causes";
            else if (route.startsWith("/dlq/cold/{id}")) list = "/dlq/cold";
            else if (route.startsWith("/dlq/{id}") || route.startsWith("/letters/{id}")) list = "/dlq";
            else throw new AssertionError("what is the id of " + route + "?");
            JsonNode items = mapper.readTree(get("admin", list).body()).path("items");
            assertThat(items.size()).as(list).isPositive();
            List<String> addresses = items.valueStream()
                    .map(item -> route.replace("{id}", item.path("id").asString()))
                    .toList();
            return route.endsWith("/payload/tree") ? trees(addresses) : addresses;
        }

        /** The roots of the payloads that are objects, in their newest versions. */
        private List<String> trees(List<String> addresses) throws IOException, InterruptedException {
            List<String> trees = new ArrayList<>();
            for (String address : addresses) {
                HttpResponse<String> payload = get("admin", address.replaceFirst("/tree$", ""));
                String version =
                        payload.headers().firstValue("ETag").orElseThrow().replace("\"", "");
                if (payload.body().startsWith("{")) trees.add(address + "?version=" + version + "&at=0");
            }
            assertThat(trees).isNotEmpty();
            return trees;
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static Set<String> described() {
        try (InputStream in = Objects.requireNonNull(Server.class.getResourceAsStream("/openapi.yaml"))) {
            Map<String, Map<String, Map<String, Object>>> all =
                    new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            Set<String> paths = new TreeSet<>();
            Objects.requireNonNull(all.get("paths")).forEach((path, methods) -> {
                if (methods.containsKey("get")) paths.add(path);
            });
            return paths;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String failed() {
        return """
                {"channel":"orders","eventId":"event CARD","subscriberId":"subscriber CARD","priority":"HIGH","tags":["tag CARD"],
                 "originalEvent":{"eventId":"inside CARD","pattern":"order CARD","version":"CARD","timestamp":"2026-03-02T10:00:00Z",
                   "source":{"type":"CARD","id":"CARD","name":"CARD"},"metadata":{"customer":{"pin":"PIN"},"m":"CARD"},
                   "payload":{"customer":{"pin":"PIN"},"text":"paid with CARD"}},
                 "error":{"type":"shop.Odd","code":"CARD","message":"PIN of CARD with KEY, in {\\"customer\\":{\\"pin\\":\\"PIN\\"}}",
                   "stackTrace":"shop.Odd: PIN of CARD with KEY\\n\\tat shop.Card.pay(Card.java:7)\\n","context":{"pin":"PIN","c":"CARD","k":"KEY"}},
                 "retryHistory":[{"timestamp":"2026-03-02T10:00:00Z","result":"failed","error":{"type":"shop.Odd","message":"CARD, PIN, KEY"}}],
                 "headers":{"X-Secret":"KEY","other":"CARD"},"remark":{"customer":{"pin":"PIN"},"r":"CARD, PIN, KEY"}}
                """.replace("CARD", CARD).replace("PIN", PIN).replace("KEY", KEY);
    }

    /** What was noted may quote the card, and documents. */
    private static String noted() {
        return "{\"strategy\":\"discard\",\"notes\":"
                + Json.quote("it was " + CARD + " in {\"customer\":{\"pin\":\"" + PIN + "\"}}") + "}";
    }

    private static String edited() {
        return ("{\"payload\":{\"customer\":{\"pin\":\"PIN\"},\"n\":2},\"headers\":{\"X-Secret\":\"KEY\"},\"tags\":[\"CARD\"],"
                        + "\"notes\":\"CARD, PIN and KEY\"}")
                .replace("CARD", CARD)
                .replace("PIN", PIN)
                .replace("KEY", KEY);
    }

    /** A letter that was captured, edited and closed where nothing is hidden. */
    private String exported() throws IOException, InterruptedException {
        try (Running open = new Running("open", "")) {
            String id = open.json("POST", "/dlq", failed()).path("id").asString();
            JsonNode unused = open.json("PATCH", "/dlq/" + id, edited());
            unused = open.json("POST", "/dlq/" + id + "/archive", noted());
            String lines = open.get("admin", "/dlq/export").body();
            assertThat(lines).contains(CARD, PIN, KEY);
            return lines;
        }
    }

    private void happens(Running server, String imported) throws IOException, InterruptedException {
        String id = server.json("POST", "/dlq", failed()).path("id").asString();
        String edited = server.json("POST", "/dlq", failed()).path("id").asString();
        JsonNode unused = server.json("POST", "/dlq/import", imported);
        HttpResponse<String> tried = server.change("POST", "/dlq/" + id + "/retry", "");
        assertThat(tried.statusCode()).as(tried.body()).isIn(200, 409);
        unused = server.json("PATCH", "/dlq/" + edited, edited());
        unused = server.json(
                "POST",
                "/dlq/replays/preview",
                "{\"ids\":[\"" + id
                        + "\"],\"transform\":{\"patch\":[{\"op\":\"copy\",\"from\":\"/customer/pin\",\"path\":\"/p\"}]}}");
        unused = server.json("POST", "/dlq/replays", "{\"filterCriteria\":{\"channel\":\"orders\"}}");
        unused = server.json("POST", "/dlq/alerts/check", "");
        unused = server.json("POST", "/dlq/" + id + "/archive", noted());
        unused = server.json("POST", "/dlq/" + id + "/restore", "{\"notes\":\"" + CARD + "\"}");
        goesToTheArchive(server, imported);
        unused = server.json("POST", "/dlq/holds", held());
        server.erasure = searchedFor(server);
        unused = server.json("POST", "/dlq/bulk/archive", "{\"ids\":[\"" + id + "\"]," + noted().substring(1));
    }

    /** The imported letter once more, so long closed that its retention is over. */
    private static void goesToTheArchive(Running server, String imported) throws IOException, InterruptedException {
        String old = imported.replaceAll("\"updatedAt\":\"[^\"]*\"", "\"updatedAt\":\"2020-01-01T00:00:00Z\"")
                .replaceFirst("\"id\":\"...", "\"id\":\"016");
        JsonNode read = server.json("POST", "/dlq/import", old);
        assertThat(read.path("new").asInt()).as(read.toString()).isEqualTo(1);
        JsonNode run = server.json("POST", "/dlq/retention/run", "{}").path("run");
        assertThat(run.path("archived").asInt()).as(run.toString()).isEqualTo(1);
    }

    private static String held() {
        return "{\"channel\":\"other\",\"reason\":"
                + Json.quote("it was " + CARD + " in {\"customer\":{\"pin\":\"" + PIN + "\"}}") + "}";
    }

    /** Looks for a secret, as someone does who must erase it; says where the answer can be read again. */
    private static String searchedFor(Running server) throws IOException, InterruptedException {
        HttpResponse<String> found = server.change(
                "POST", "/dlq/erase", "{\"value\":\"" + PIN + "\",\"places\":[{\"payload\":\"$.customer.pin\"}]}");
        assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
        return found.headers().firstValue("Location").orElseThrow();
    }

    private void everythingIsAsked(Running server, String role) throws IOException, InterruptedException {
        for (String route : server.routes()) {
            for (String address : server.addresses(route)) {
                int status = server.get(role, address).statusCode();
                if (role.equals("admin")) assertThat(status).as(address).isEqualTo(200);
                else assertThat(status).as(address).isIn(200, 403);
            }
        }
    }

    /** Every event, and what is sent to watchers. */
    private Shown watched(Running server) throws IOException, InterruptedException {
        String imported = exported();
        StringBuilder read = new StringBuilder();
        try (BufferedReader events = server.events("viewer")) {
            happens(server, imported);
            String line;
            do {
                line = Objects.requireNonNull(events.readLine());
                read.append(line).append('\n');
            } while (!line.contains("\"move\":\"discard\""));
        }
        return new Shown("viewer", "/dlq/events", read.toString());
    }

    private void check(String mode) throws IOException, InterruptedException {
        String rules = """
                notify:
                  slack: %s
                  webhook: { url: "%s" }
                redaction:
                  - { path: "$..customer.pin", mode: %s }
                  - { header: x-secret, mode: %s }
                  - { pattern: card-number, mode: %s }
                """.formatted(outside("/alerts"), outside("/alerts"), mode, mode, mode);
        Path files;
        try (Running server = new Running(mode, rules)) {
            files = server.files;
            watched(server).hides(CARD, PIN, KEY);
            everythingIsAsked(server, "admin");
            everythingIsAsked(server, "viewer");

            server.answers.forEach(answer -> answer.hides(CARD, PIN, KEY));
        }
        for (int way = 0; way < 2; way++) {
            String alert = alerts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(alert).isNotNull().doesNotContain(CARD, PIN, KEY);
        }
        assertThat(alerts).allSatisfy(alert -> assertThat(alert).doesNotContain(CARD, PIN, KEY));
        try (Stream<Path> written = Files.walk(files)) {
            for (Path file : written.filter(Files::isRegularFile).toList())
                assertThat(content(file)).as(file.toString()).doesNotContain(CARD, PIN, KEY);
        }
    }

    /** What is in a file; unpacked, when it is one of the archive. */
    private static String content(Path file) throws IOException {
        if (!file.toString().endsWith(".zst")) return Files.readString(file, StandardCharsets.ISO_8859_1);
        try (InputStream in = new ZstdInputStream(Files.newInputStream(file))) {
            String lines = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(lines).as(file.toString()).contains("\"channel\":\"orders\"");
            return lines;
        }
    }

    @Test
    void what_is_removed_is_nowhere() throws IOException, InterruptedException {
        check("remove");

        assertThat(sent).isEmpty();
    }

    @Test
    void what_is_sealed_is_nowhere_but_at_its_target() throws IOException, InterruptedException {
        check("seal");

        assertThat(sent).isNotEmpty().allSatisfy(body -> assertThat(body).contains(CARD, PIN));
    }

    @Test
    void what_is_masked_is_nowhere_for_viewers() throws IOException, InterruptedException {
        try (Running server = new Running("mask", "access: { mask: [\"$..customer.pin\"] }")) {
            watched(server).hides(PIN);
            everythingIsAsked(server, "viewer");

            assertThat(server.answers)
                    .filteredOn(answer -> answer.role().equals("viewer"))
                    .isNotEmpty()
                    .allSatisfy(answer -> answer.hides(PIN));
            assertThat(server.get("admin", "/dlq/export").body()).contains(PIN);
        }
    }
}
