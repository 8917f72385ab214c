package dev.redrive.server.letters;

import dev.redrive.json.JsonOutput;
import dev.redrive.transform.letter.Difference;
import java.util.List;

/** The member {@code differences} of an answer: what a change of a message would change. */
public final class DifferenceJson {
    private DifferenceJson() {}

    public static void write(JsonOutput out, List<Difference> differences) {
        out.startArray("differences");
        for (Difference difference : differences) {
            out.startObject();
            out.text("path", difference.path());
            out.text("kind", difference.kind().name());
            out.text("before", difference.before());
            out.text("after", difference.after());
            out.endObject();
        }
        out.endArray();
    }
}
