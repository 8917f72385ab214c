package dev.redrive.server.nodes;

import dev.redrive.json.JsonOutput;
import dev.redrive.server.json.JsonStreams;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists the nodes. They work on all channels, so the access rules keep out callers who see only some. */
@RestController
final class NodesApi {
    private final NodeReports nodes;

    NodesApi(NodeReports nodes) {
        this.nodes = nodes;
    }

    @GetMapping(path = "/dlq/nodes", produces = MediaType.APPLICATION_JSON_VALUE)
    void list(HttpServletResponse response) throws IOException {
        List<NodeReport> reports = nodes.list();
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.startArray("items");
            reports.forEach(report -> write(out, report));
            out.endArray();
            out.endObject();
        });
    }

    private static void write(JsonOutput out, NodeReport report) {
        out.startObject();
        out.text("name", report.node().name());
        out.text("version", report.node().version());
        out.text("address", report.node().address());
        out.time("startedAt", report.node().startedAt());
        out.time("seenAt", report.node().seenAt());
        out.bool("here", report.isHere());
        out.bool("gone", report.isGone());
        out.bool("retries", report.work().retries());
        out.number("attempts", report.work().attempts());
        out.startArray("replays");
        report.work().replays().forEach(out::text);
        out.endArray();
        out.bool("retention", report.runsRetention());
        out.startArray("topics");
        report.work().topics().forEach(out::text);
        out.endArray();
        out.startObject("circuits");
        new TreeMap<>(report.work().circuits()).forEach(out::text);
        out.endObject();
        out.endObject();
    }
}
