package dev.redrive.server.archive;

import com.jayway.jsonpath.JsonPath;
import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.archive.Archive;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.retention.RunResult;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.web.ProblemAdvice;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.InMemoryArchive;
import dev.redrive.text.Glob;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** A queue in memory with an archive in memory, under a clock that a test moves, and requests to its controllers. */
public final class ArchivingQueue implements AutoCloseable {
    public final SettableClock clock = SettableClock.standing();
    public final InMemoryArchive archive;
    public final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    public final Redrive redrive;
    public final Settings settings;
    public final ServerArchive serverArchive;
    public final List<String> audited = new ArrayList<>();
    private final LetterIds ids = new LetterIds(clock);
    private MockMvc http = MockMvcBuilders.standaloneSetup().build();
    private Caller caller = caller(Role.ADMIN);

    private ArchivingQueue(boolean isUsed, String... masked) {
        archive = new InMemoryArchive();
        Optional<Archive> used = Optional.<Archive>of(archive).filter(any -> isUsed);
        settings = SampleSettings.at("memory:", masked);
        serverArchive = new ServerArchive(used);
        RedriveBuilder builder = Redrive.on(store).retention(settings.retention());
        used.ifPresent(builder::archive);
        redrive = builder.open();
    }

    /** With an archive; viewers do not see what is at these JSON paths. */
    public static ArchivingQueue open(String... masked) {
        return new ArchivingQueue(true, masked);
    }

    public static ArchivingQueue withoutArchive() {
        return new ArchivingQueue(false);
    }

    /** Sends requests to these from now on. */
    public ArchivingQueue serving(Object... controllers) {
        http = MockMvcBuilders.standaloneSetup(controllers)
                .setControllerAdvice(new ProblemAdvice())
                .build();
        return this;
    }

    public void audit(Caller who, String action, String subject, long count) {
        audited.add(who.name() + " " + action + " " + subject + " " + count);
    }

    // Letters

    public LetterId has(String channel, LetterStatus status) {
        return has(letter -> letter.from(channel).status(status));
    }

    public LetterId has(UnaryOperator<LetterBuilder> letter) {
        return store.capture(List.of(letter.apply(new LetterBuilder(ids)).build()))
                .get(0)
                .id();
    }

    /** A letter that was resolved long ago and is only in the archive now. */
    public LetterId archived(String channel) {
        return archived(letter -> letter.from(channel));
    }

    public LetterId archived(UnaryOperator<LetterBuilder> letter) {
        LetterId id = has(built -> letter.apply(built).status(LetterStatus.RESOLVED));
        clock.forward(Duration.ofDays(31));
        RunResult result = redrive.retention().run();
        if (store.find(id).isPresent()) throw new AssertionError(id + " is still in the store: " + result);
        return id;
    }

    // Requests

    public static Caller caller(Role role, String... channels) {
        return new Caller(
                "jo", role, "127.0.0.1", Arrays.stream(channels).map(Glob::new).toList());
    }

    public ArchivingQueue as(Role role, String... channels) {
        caller = caller(role, channels);
        return this;
    }

    public MockHttpServletResponse get(String path) {
        return send(MockMvcRequestBuilders.get(path));
    }

    public MockHttpServletResponse delete(String path) {
        return send(MockMvcRequestBuilders.delete(path));
    }

    public MockHttpServletResponse post(String path, String json) {
        return send(MockMvcRequestBuilders.post(path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(json));
    }

    public MockHttpServletResponse post(String path) {
        return send(MockMvcRequestBuilders.post(path));
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request) {
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
