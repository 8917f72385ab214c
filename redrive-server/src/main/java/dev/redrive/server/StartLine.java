package dev.redrive.server;

import dev.redrive.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A line that a server writes while nothing of it logs yet: in the form that its log has. */
final class StartLine {
    private StartLine() {}

    static String of(boolean isJson, Instant time, String level, String message) {
        if (!isJson) return message;
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("@timestamp", time.toString());
        line.put("@version", "1");
        line.put("message", message);
        line.put("logger_name", "redrive");
        line.put("level", level);
        line.put("operation", "start");
        line.put("success", !level.equals("ERROR"));
        return Json.object(line).text();
    }
}
