package dev.redrive.server.replays;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.Message;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.server.config.values.Options;
import dev.redrive.server.web.ProblemAdvice;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import dev.redrive.text.Glob;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The replays' API on a store in memory, with targets that take everything ({@code good.*}) or nothing ({@code bad.*}). */
final class ReplayServer implements AutoCloseable {

    final SettableClock clock = SettableClock.standing();
    final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(clock));
    final Events events = new Events();
    final List<String> audited = new ArrayList<>();
    final Redrive redrive;
    final ReplayPlanning planning;
    private final MockMvc http;
    private Caller caller = caller(Role.ADMIN);

    ReplayServer() {
        this("redrive: { targets: { debug: { http: { url: 'http://localhost:1' } } } }");
    }

    ReplayServer(String yaml) {
        Settings settings = new SettingsReader(Map.of(), Options.none())
                .readText(yaml, "test")
                .settings();
        ReplayTransformer transformer =
                new ReplayTransformer(settings.channels(), settings.http().maxPayloadBytes());
        redrive = Redrive.on(store)
                .withoutJournal()
                .transformer(transformer)
                .redact(settings.redaction())
                .listen(event -> events.publish(() -> event))
                .open()
                .handle("good.*", letter -> {})
                .handle("bad.*", letter -> {
                    throw new RejectedByTarget(422, null, "it is not valid");
                })
                .redirect("debug", Target.of(letter -> {}), TargetOptions.defaults());
        planning = new ReplayPlanning(redrive.replays(), redrive.letters(), settings, this::audit, clock);
        http = mvc(settings, transformer);
    }

    private MockMvc mvc(Settings settings, ReplayTransformer transformer) {
        RequestBodies bodies = new RequestBodies(settings);
        ReplayCommands letters = new ReplayCommands(redrive.replays(), this::audit);
        return MockMvcBuilders.standaloneSetup(
                        new ReplaysApi(letters, planning, bodies, settings),
                        new LedgerApi(redrive.replays(), letters, settings),
                        new PreviewApi(
                                redrive.letters(),
                                planning,
                                bodies,
                                new ReplayPreviews(redrive.letters(), planning, transformer, settings)),
                        new RetryApi(redrive.letters(), planning, bodies))
                .setControllerAdvice(new ProblemAdvice())
                .build();
    }

    private void audit(Caller who, String action, String subject, long count) {
        audited.add(who.name() + " " + action + " " + subject + " " + count);
    }

    static Caller caller(Role role, String... channels) {
        return new Caller(
                "jo", role, "127.0.0.1", Arrays.stream(channels).map(Glob::new).toList());
    }

    /** From now on, every request comes from a caller with this role and these channels. */
    ReplayServer as(Role role, String... channels) {
        caller = caller(role, channels);
        return this;
    }

    // Letters

    /** A letter that waits for a person. */
    String letter(String channel) {
        return letter(channel, "{\"n\":1}");
    }

    String letter(String channel, String payload) {
        FailedMessage failed =
                FailedMessage.of(channel, Message.of(payload), new IllegalArgumentException("validation failed"));
        return redrive.capture(failed).id().toString();
    }

    String status(String id) {
        return store.find(dev.redrive.letter.LetterId.of(id))
                .orElseThrow()
                .status()
                .name();
    }

    // Asking

    MockHttpServletResponse send(MockHttpServletRequestBuilder request) {
        try {
            return http.perform(request.requestAttr(Caller.class.getName(), caller))
                    .andReturn()
                    .getResponse();
        } catch (Exception e) {
            throw new AssertionError("the request was not answered", e);
        }
    }

    MockHttpServletResponse post(String path, String json) {
        return send(MockMvcRequestBuilders.post(path)
                .contentType(MediaType.APPLICATION_JSON_VALUE)
                .content(json));
    }

    MockHttpServletResponse post(String path) {
        return send(MockMvcRequestBuilders.post(path));
    }

    MockHttpServletResponse get(String path) {
        return send(MockMvcRequestBuilders.get(URI.create(path)));
    }

    /** Plans and returns the id. */
    String planned(String json) {
        MockHttpServletResponse response = post("/dlq/replays", json);
        assertThat(response.getStatus()).as(body(response)).isEqualTo(201);
        return read(response, "$.id");
    }

    MockHttpServletResponse replay(String id) {
        return get("/dlq/replays/" + id);
    }

    /** Waits until the replay is in the state. */
    MockHttpServletResponse when(String id, String state) {
        Await.until(
                "replay " + id + " is " + state,
                () -> read(replay(id), "$.state").equals(state));
        return replay(id);
    }

    // Answers

    static String body(MockHttpServletResponse response) {
        return new String(response.getContentAsByteArray(), StandardCharsets.UTF_8);
    }

    /** Like JsonPath itself, it does not check the type. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    static <T> T read(MockHttpServletResponse response, String path) {
        return JsonPath.read(body(response), path);
    }

    static void assertProblem(MockHttpServletResponse response, int status, String partOfDetail) {
        assertThat(response.getStatus()).as(body(response)).isEqualTo(status);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(ReplayServer.<String>read(response, "$.detail")).contains(partOfDetail);
    }

    @Override
    public void close() {
        redrive.close();
    }
}
