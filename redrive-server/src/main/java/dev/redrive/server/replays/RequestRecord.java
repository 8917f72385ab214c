package dev.redrive.server.replays;

import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of a body as they were written, to be kept and shown. Of many ids the first few stay: the ledger has all. */
final class RequestRecord {
    private static final int SHOWN_IDS = 100;

    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final String wrapper;

    private RequestRecord(String wrapper) {
        this.wrapper = wrapper;
    }

    /** The fields of an object; those of the wrapper stand beside the others. */
    static Json read(byte[] body, String wrapper) {
        return JsonStreams.read(body, in -> {
            RequestRecord written = new RequestRecord(wrapper);
            written.readAll(in);
            return Json.object(written.fields);
        });
    }

    static Json withCause(Json asked, String cause) {
        return JsonFields.read(asked, in -> {
            RequestRecord written = new RequestRecord("");
            written.fields.put("anyCause", cause);
            written.readAll(in);
            return Json.object(written.fields);
        });
    }

    private void readAll(JsonFields in) {
        while (in.nextField()) {
            if (in.name().equals(wrapper) && in.isObject()) readAll(in);
            else field(in);
        }
    }

    private void field(JsonFields in) {
        String name = in.name();
        if (in.isNull()) return;
        Object value = name.equals("ids") ? ids(in) : in.value();
        if (fields.put(name, value) != null) throw Problem.badField(name, name + " is given twice");
    }

    private List<String> ids(JsonFields in) {
        List<String> shown = new ArrayList<>();
        int count = 0;
        while (in.nextElement()) {
            if (count++ < SHOWN_IDS) shown.add(String.valueOf(in.word("ids")));
        }
        if (count > SHOWN_IDS) fields.put("idsInAll", count);
        return shown;
    }
}
