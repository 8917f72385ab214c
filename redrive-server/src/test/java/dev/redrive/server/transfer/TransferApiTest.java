package dev.redrive.server.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import com.jayway.jsonpath.JsonPath;
import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.web.ProblemAdvice;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.text.Glob;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class TransferApiTest {
    private final Side from = new Side();
    private final Side to = new Side();

    @AfterEach
    void close() {
        from.redrive.close();
        to.redrive.close();
    }

    /** One of the two servers. */
    private static final class Side {
        private final SettableClock clock = SettableClock.standing();
        private final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(clock));
        private final Redrive redrive = Redrive.on(store).open();
        private final List<String> audited = new ArrayList<>();
        private final MockMvc http;
        private Caller caller = caller(Role.ADMIN);

        Side() {
            Settings settings = SampleSettings.at("memory:", "$.card");
            http = MockMvcBuilders.standaloneSetup(
                            new ExportApi(redrive.letters(), settings, this::audit, clock),
                            new ImportApi(redrive, settings, this::audit, clock))
                    .setControllerAdvice(new ProblemAdvice())
                    .build();
        }

        private void audit(Caller who, String action, String subject, long count) {
            audited.add(who.name() + " " + action + " " + subject + " " + count);
        }

        static Caller caller(Role role, String... channels) {
            return new Caller(
                    "jo",
                    role,
                    "127.0.0.1",
                    Arrays.stream(channels).map(Glob::new).toList());
        }

        Side as(Role role, String... channels) {
            caller = caller(role, channels);
            return this;
        }

        LetterId captured(String channel, Message message) {
            return redrive.capture(
                            FailedMessage.of(channel, message, new IllegalStateException("broken in " + channel)))
                    .id();
        }

        MockHttpServletResponse send(MockHttpServletRequestBuilder request) {
            try {
                return http.perform(request.requestAttr(Caller.class.getName(), caller))
                        .andReturn()
                        .getResponse();
            } catch (Exception e) {
                throw new AssertionError("the request was not answered", e);
            }
        }

        MockHttpServletResponse export(String query) {
            return send(MockMvcRequestBuilders.get("/dlq/export" + query));
        }

        List<String> lines(String query) {
            return body(export(query)).lines().toList();
        }

        MockHttpServletResponse take(List<String> lines) {
            return send(lines(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        }

        static MockHttpServletRequestBuilder lines(byte[] body) {
            return MockMvcRequestBuilders.post("/dlq/import")
                    .contentType("application/x-ndjson")
                    .content(body);
        }
    }

    private static String body(MockHttpServletResponse response) {
        return new String(response.getContentAsByteArray(), StandardCharsets.UTF_8);
    }

    private static Message at(String topic, long offset) {
        return Message.of("{\"n\":1.10}").with(Origin.of(topic, 0, offset).withKey("k"));
    }

    private void someLetters() {
        from.captured("payments", Message.of("{\"card\":\"4711471147114711\",\"n\":9007199254740993}"));
        LetterId second = from.captured("payments", Message.of("{\n \"pretty\": true\n}"));
        from.captured("orders", at("orders", 7));
        var unused = from.redrive.letters().move(second, ManualMove.archive("anna", "done by hand"));
    }

    @Test
    void an_empty_key_stays_empty_from_one_server_to_another() {
        from.captured("orders", Message.of("{}").with(new Origin("orders", 0, 7L, Payload.of(""), null, null, null)));
        List<String> letters = from.lines("");

        assertThat(to.take(letters).getStatus()).isEqualTo(200);

        assertThat(letters).singleElement().asString().contains("\"key\":\"\"");
        assertThat(to.lines("")).isEqualTo(letters);
    }

    @Test
    void what_one_server_exports_another_one_exports_after_the_import() {
        someLetters();
        List<String> letters = from.lines("");

        MockHttpServletResponse answer = to.take(letters);

        assertThat(body(answer)).isEqualTo("{\"read\":3,\"new\":3,\"known\":0}");
        assertThat(to.lines("")).isEqualTo(letters).hasSize(3);
        assertThat(body(to.take(letters))).isEqualTo("{\"read\":3,\"new\":0,\"known\":3}");
        assertThat(to.redrive.letters().tallies())
                .isEqualTo(from.redrive.letters().tallies());
        assertThat(from.audited).contains("jo export all letters 3");
        assertThat(to.audited).containsExactly("jo import letters of another server 3", "jo export all letters 3");
    }

    @Test
    void no_value_and_an_empty_one_travel_as_what_they_are() {
        Headers headers =
                new Headers(List.of(new Header("none", Payload.absent()), new Header("empty", Payload.empty())));
        LetterId none = from.captured("orders", Message.of(Payload.absent()).with(headers));
        LetterId empty = from.captured("orders", Message.of(Payload.empty()));

        to.take(from.lines(""));

        DeadLetter tombstone = to.redrive.letters().find(none).orElseThrow();
        assertThat(tombstone.payload()).isEqualTo(Payload.absent());
        assertThat(tombstone.message().headers()).isEqualTo(headers);
        assertThat(to.redrive.letters().find(empty).orElseThrow().payload()).isEqualTo(Payload.empty());
    }

    @Test
    void an_import_can_be_packed() throws IOException {
        someLetters();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(from.export("").getContentAsByteArray());
        }

        MockHttpServletResponse answer =
                to.send(Side.lines(packed.toByteArray()).header("Content-Encoding", "gzip"));

        assertThat(body(answer)).contains("\"new\":3");
    }

    @Test
    void an_export_packed_with_zstd_has_the_same_lines() {
        someLetters();

        MockHttpServletResponse packed = from.export("?compression=zstd");

        assertThat(packed.getContentType()).isEqualTo("application/zstd");
        assertThat(unpacked(packed.getContentAsByteArray()))
                .isEqualTo(from.export("").getContentAsByteArray());
        assertThat(from.export("?compression=gzip").getStatus()).isEqualTo(400);
    }

    @Test
    void an_import_is_known_to_be_packed_with_zstd_by_its_header_and_by_its_first_bytes() {
        someLetters();
        byte[] packed = from.export("?compression=zstd").getContentAsByteArray();

        MockHttpServletResponse byHeader = to.send(Side.lines(packed).header("Content-Encoding", "zstd"));
        MockHttpServletResponse byBytes = to.send(Side.lines(packed));

        assertThat(body(byHeader)).isEqualTo("{\"read\":3,\"new\":3,\"known\":0}");
        assertThat(body(byBytes)).isEqualTo("{\"read\":3,\"new\":0,\"known\":3}");
    }

    @Test
    void what_is_packed_is_bounded_when_it_is_unpacked() {
        byte[] bomb = com.github.luben.zstd.Zstd.compress(new byte[64 * 1024 * 1024]);
        byte[] cut = Arrays.copyOf(from.export("?compression=zstd").getContentAsByteArray(), 5);
        byte[] wide = wide(27);

        MockHttpServletResponse tooLong = to.send(Side.lines(bomb));
        MockHttpServletResponse broken = to.send(Side.lines(cut));
        MockHttpServletResponse tooWide = to.send(Side.lines(wide));

        assertThat(tooLong.getStatus()).isEqualTo(413);
        assertThat(broken.getStatus()).isEqualTo(400);
        assertThat(tooWide.getStatus()).as(body(tooWide)).isEqualTo(400);
        assertThat(body(tooLong)).contains("\"line\":1");
    }

    /** Bytes whose unpacking wants a window of this size. */
    private static byte[] wide(int windowLog) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStream out = new ZstdOutputStream(packed).setLong(windowLog)) {
            out.write("{}\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] unpacked(byte[] packed) {
        try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void an_edited_letter_travels_with_its_versions() {
        LetterId id = from.captured("payments", Message.of("{\"card\":\"4711\",\"n\":1}"));
        var unused =
                from.redrive.letters().edit(id, 0, Edit.payload(Payload.of("{\"card\":\"4712\",\"n\":2}"), "anna"));
        List<String> letters = from.lines("");

        MockHttpServletResponse answer = to.take(letters);

        assertThat(body(answer)).contains("\"new\":1");
        assertThat(letters).singleElement().asString().contains("\"versions\":[", "4711");
        assertThat(to.lines("")).isEqualTo(letters);
        assertThat(to.redrive.letters().versions(id)).hasSize(2);
        assertThat(from.as(Role.VIEWER).lines("").toString()).doesNotContain("4711", "4712");
    }

    @Test
    void letters_are_exported_though_they_do_not_fit_together() {
        String large = "x".repeat(600 * 1024);
        for (int i = 0; i < 4; i++) from.captured("large", Message.of("\"" + large + i + "\""));

        List<String> letters = from.lines("");

        assertThat(letters).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void an_export_takes_the_filters_of_the_list() {
        someLetters();

        assertThat(from.lines("?channel=orders")).hasSize(1);
        assertThat(from.lines("?status=ARCHIVED&channel=pay*")).hasSize(1);
        assertThat(from.export("?sort=priority").getStatus()).isEqualTo(400);
    }

    @Test
    void a_caller_who_may_not_see_payloads_gets_them_masked_with_a_note() {
        someLetters();

        MockHttpServletResponse masked = from.as(Role.VIEWER).export("?channel=payments");
        MockHttpServletResponse whole = from.as(Role.OPERATOR).export("?channel=payments");

        assertThat(body(masked)).contains("***").doesNotContain("4711471147114711");
        assertThat(masked.getHeader("Redrive-Masked")).isEqualTo("true");
        assertThat(body(whole)).contains("4711471147114711");
        assertThat(whole.getHeader("Redrive-Masked")).isEqualTo("false");
        assertThat(from.as(Role.VIEWER).export("?q=4711471147114711").getStatus())
                .isEqualTo(403);
    }

    @Test
    void a_limited_caller_reaches_no_other_channel() {
        someLetters();
        List<String> all = from.lines("");

        assertThat(from.as(Role.VIEWER, "orders").lines("")).hasSize(1);
        MockHttpServletResponse refused = to.as(Role.ADMIN, "orders").take(all);

        assertThat(refused.getStatus()).isEqualTo(403);
        assertThat(to.as(Role.ADMIN).lines("")).isEmpty();
    }

    @Test
    void a_bad_line_keeps_its_batch_out_and_is_named() {
        for (int i = 0; i < 700; i++) from.captured("many", Message.of("{\"i\":" + i + "}"));
        List<String> lines = new ArrayList<>(from.lines(""));
        lines.set(600, lines.get(600).replace("\"status\":\"MANUAL\"", "\"status\":\"LOST\""));

        MockHttpServletResponse answer = to.take(lines);

        assertThat(answer.getStatus()).isEqualTo(400);
        assertThat(JsonPath.<Integer>read(body(answer), "$.line")).isEqualTo(601);
        assertThat(JsonPath.<Integer>read(body(answer), "$.stored")).isEqualTo(500);
        assertThat(JsonPath.<String>read(body(answer), "$.field")).isEqualTo("status");
        assertThat(to.lines("")).hasSize(500);
        assertThat(to.audited).contains("jo import letters of another server 500");
    }

    @Test
    void two_attempts_with_one_number_are_the_fault_of_their_line() {
        someLetters();
        String tried = "{\"attempt\":1,\"timestamp\":1,\"result\":\"FAILED\"}";
        List<String> lines = new ArrayList<>(from.lines(""));
        lines.set(1, lines.get(1).replace("\"retryHistory\":[]", "\"retryHistory\":[" + tried + "," + tried + "]"));

        MockHttpServletResponse answer = to.take(lines);

        assertThat(answer.getStatus()).as(body(answer)).isEqualTo(400);
        assertThat(JsonPath.<Integer>read(body(answer), "$.line")).isEqualTo(2);
        assertThat(JsonPath.<String>read(body(answer), "$.field")).isEqualTo("retryHistory[1].attempt");
    }

    @Test
    void two_letters_of_one_place_in_a_stream_both_arrive() {
        LetterId first = from.captured("orders", at("orders", 7));
        String line = from.lines("").get(0);
        String id = first.toString();
        String second = line.replace(id, id.substring(0, 35) + (id.endsWith("0") ? "1" : "0"));

        MockHttpServletResponse answer = to.take(List.of(line, second));

        assertThat(body(answer)).isEqualTo("{\"read\":2,\"new\":2,\"known\":0}");
        assertThat(to.lines("")).containsExactlyInAnyOrder(line, second);
    }

    @Test
    void while_the_store_is_away_the_sender_gets_the_line_to_continue_from() {
        someLetters();
        List<String> letters = from.lines("");
        to.store.goAway();

        MockHttpServletResponse answer = to.take(letters);

        assertThat(answer.getStatus()).isEqualTo(503);
        assertThat(answer.getHeader("Retry-After")).isEqualTo("5");
        assertThat(JsonPath.<Integer>read(body(answer), "$.line")).isEqualTo(1);
    }
}
