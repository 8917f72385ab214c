package dev.redrive.server.letters;

import com.jayway.jsonpath.JsonPath;
import dev.redrive.Redrive;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.letter.LetterId;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.capture.CaptureApi;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.ArchiveSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.ProblemAdvice;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.text.Glob;
import java.io.UnsupportedEncodingException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The letters' API on a store in memory, whose clock stands still. */
public final class ApiUnderTest implements AutoCloseable {
    public static final int MAX_BODY = 64 * 1024;
    public static final int MAX_PAYLOAD = 8 * 1024;

    final SettableClock clock = SettableClock.standing();
    public final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(clock));
    public final Redrive redrive;
    final List<String> audited = new ArrayList<>();
    public final Settings settings;
    final CaptureApi capture;
    private final MockMvc http;
    private Caller caller = caller(Role.ADMIN);

    public ApiUnderTest(String... masked) {
        this(Redaction.none(), masked);
    }

    public ApiUnderTest(Redaction redaction, String... masked) {
        redrive = Redrive.on(store)
                .ordered("ledger")
                .maxPayloadBytes(MAX_PAYLOAD)
                .redact(redaction)
                .open();
        settings = settings(redaction, masked);
        capture = new CaptureApi(redrive, settings);
        ListViews views = new ListViews(store, settings, this::audit, clock);
        http = MockMvcBuilders.standaloneSetup(
                        capture,
                        new LettersApi(redrive, settings, this::audit, views, clock),
                        new ViewsApi(views),
                        new BulkTagApi(redrive.letters(), settings, this::audit, clock),
                        new BulkApi(redrive.letters(), settings, this::audit, clock))
                .setControllerAdvice(new ProblemAdvice())
                .build();
    }

    private void audit(Caller who, String action, String subject, long count) {
        audited.add(who.name() + " " + action + " " + subject + " " + count);
    }

    private static Settings settings(Redaction redaction, String... masked) {
        return new Settings(
                "memory:",
                Capturer.SpillFile.DEFAULT_PATIENCE,
                new Settings.Http(
                        InetAddress.getLoopbackAddress(), 0, MAX_BODY, MAX_PAYLOAD, 1000, Duration.ofSeconds(1), false),
                Optional.empty(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                new Settings.Engine(1, Duration.ofSeconds(30), Duration.ofMinutes(1)),
                ArchiveSettings.none(),
                RetentionRules.everywhere(Retention.defaults()),
                redaction,
                Optional.empty(),
                new AlertSettings(
                        List.of(),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(1),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                List.of(),
                new AccessSettings(
                        List.of(),
                        Optional.empty(),
                        Arrays.stream(masked).map(dev.redrive.json.JsonPath::of).toList(),
                        List.of()),
                List.of(),
                Map.of());
    }

    public static Caller caller(Role role, String... channels) {
        return new Caller(
                "jo", role, "127.0.0.1", Arrays.stream(channels).map(Glob::new).toList());
    }

    /** From now on, every request comes from a caller with this role and these channels. */
    public ApiUnderTest as(Role role, String... channels) {
        caller = caller(role, channels);
        return this;
    }

    public MockHttpServletResponse send(MockHttpServletRequestBuilder request) {
        try {
            MockHttpServletResponse response = http.perform(request.requestAttr(Caller.class.getName(), caller))
                    .andReturn()
                    .getResponse();
            response.setDefaultCharacterEncoding("UTF-8");
            return response;
        } catch (Exception e) {
            throw new AssertionError("the request was not answered", e);
        }
    }

    public MockHttpServletResponse post(String path, String json) {
        return send(post(path, json, MediaType.APPLICATION_JSON_VALUE));
    }

    public static MockHttpServletRequestBuilder post(String path, String body, String type) {
        return MockMvcRequestBuilders.post(path).contentType(type).content(body);
    }

    public MockHttpServletResponse post(String path) {
        return send(MockMvcRequestBuilders.post(path));
    }

    public MockHttpServletResponse get(String path) {
        return send(MockMvcRequestBuilders.get(URI.create(path)));
    }

    /** Captures and returns the id. */
    public String captured(String json) {
        MockHttpServletResponse response = post("/dlq", json);
        if (response.getStatus() >= 300) throw new AssertionError(body(response));
        return read(response, "$.id");
    }

    /** A letter that will be tried again, in the channel. */
    String transientLetter(String channel) {
        return captured(letter(channel, "java.net.SocketTimeoutException", "Read timed out"));
    }

    /** A letter that failed for good. */
    String failedLetter(String channel) {
        return captured(letter(channel, "ValidationError", "validation failed: no lines"));
    }

    public static String letter(String channel, String type, String message) {
        return "{\"channel\":\"" + channel + "\",\"payload\":{\"n\":1},\"error\":{\"type\":\"" + type
                + "\",\"message\":\"" + message + "\"}}";
    }

    LetterId id(String text) {
        return LetterId.of(text);
    }

    String status(String id) {
        return store.find(LetterId.of(id)).orElseThrow().status().name();
    }

    public static String body(MockHttpServletResponse response) {
        try {
            return response.getContentAsString(StandardCharsets.UTF_8);
        } catch (UnsupportedEncodingException e) {
            throw new AssertionError(e);
        }
    }

    /** Like JsonPath itself, it does not check the type. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public static <T> T read(MockHttpServletResponse response, String path) {
        return JsonPath.read(body(response), path);
    }

    @Override
    public void close() {
        redrive.close();
    }
}
