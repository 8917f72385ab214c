package dev.redrive.testmongo;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** What the server says of commands that it handles itself. */
final class Answers {
    private Answers() {}

    static Document ok() {
        return new Document("ok", 1.0);
    }

    static Document error(int code, String name, List<String> labels) {
        Document error = new Document("ok", 0.0)
                .append("errmsg", name)
                .append("code", code)
                .append("codeName", name);
        if (!labels.isEmpty()) error.append("errorLabels", labels);
        return error;
    }
}
