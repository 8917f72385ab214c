package dev.redrive.server.channels;

import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Parameters;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.text.Glob;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Channels over HTTP. A name stands in the path, or behind {@code ?name=} when it has a slash or is {@code versions}: that path is the
 * one of a letter.
 */
@RestController
final class ChannelsApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final String NAMED = "/dlq/channels/{name:(?!versions$).+}";
    private static final int USUAL_LIMIT = 100;
    private static final int MOST = 100;

    private final ChannelReports reports;
    private final ChannelCommands commands;
    private final Settings settings;

    ChannelsApi(ChannelReports reports, ChannelCommands commands, Settings settings) {
        this.reports = reports;
        this.commands = commands;
        this.settings = settings;
    }

    // Looking

    @GetMapping(path = "/dlq/channels", params = "!name", produces = JSON)
    void list(
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestParam(required = false) @Nullable String limit)
            throws IOException {
        Caller caller = Caller.of(request);
        ChannelReports.Listed found = reports.list(caller, new Glob("*"), Parameters.limit(limit, USUAL_LIMIT, MOST));
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            ChannelJson json = new ChannelJson(out, Masking.of(settings, caller));
            out.startObject();
            out.startArray("items");
            for (ChannelSummary one : found.items()) {
                out.startObject();
                json.fields(one);
                json.hold(one.hold());
                json.target(one, null);
                out.endObject();
            }
            out.endArray();
            out.number("total", found.total());
            out.endObject();
        });
    }

    @GetMapping(path = "/dlq/channels", params = "name", produces = JSON)
    void showNamed(@RequestParam("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        show(name, request, response);
    }

    @GetMapping(path = NAMED, produces = JSON)
    void show(@PathVariable("name") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        ChannelReport report = reports.find(caller, ChannelReports.name(caller, text));
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            ChannelJson json = new ChannelJson(out, Masking.of(settings, caller));
            out.startObject();
            json.fields(report.summary());
            out.time("oldestAt", report.oldest().orElse(null));
            json.queue(report.queue());
            json.hold(report.summary().hold());
            json.target(report.summary(), report.trouble().orElse(null));
            json.circuitsElsewhere(report.circuitsElsewhere());
            json.policies(report.policies());
            json.kafka(report.kafkaLag());
            out.endObject();
        });
    }

    // Holding and releasing

    @PostMapping(path = "/dlq/channels/hold", produces = JSON)
    void holdNamed(@RequestParam("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        hold(name, request, response);
    }

    @PostMapping(path = "/dlq/channels/{name}/hold", produces = JSON)
    void hold(@PathVariable("name") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        String name = ChannelReports.name(caller, text);
        ChannelCommands.Held held =
                commands.hold(caller, name, ChannelBody.of(request).reason());
        JsonStreams.answer(
                response,
                held.isNew() ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK,
                out -> new ChannelJson(out, Masking.nothing()).hold(held.hold()));
    }

    @PostMapping(path = "/dlq/channels/release", produces = JSON)
    void releaseNamed(@RequestParam("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        release(name, request, response);
    }

    @PostMapping(path = "/dlq/channels/{name}/release", produces = JSON)
    void release(@PathVariable("name") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        String name = ChannelReports.name(caller, text);
        ChannelHold released =
                commands.release(caller, name, ChannelBody.of(request).reason());
        JsonStreams.answer(
                response, HttpServletResponse.SC_OK, out -> new ChannelJson(out, Masking.nothing()).hold(released));
    }
}
