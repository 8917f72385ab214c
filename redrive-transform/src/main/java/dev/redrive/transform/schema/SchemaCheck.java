package dev.redrive.transform.schema;

import com.networknt.schema.Error;
import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.Payload;
import dev.redrive.transform.json.JsonText;
import dev.redrive.transform.json.NotJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Checks payloads with a schema of the validator. */
record SchemaCheck(com.networknt.schema.Schema schema, Duration time) implements PayloadSchema {
    private static final int MOST = 20;
    private static final int LONGEST_LINE = 300;

    @Override
    public List<String> violations(Payload payload) {
        try {
            return lines(errors(schema, SchemaTree.of(JsonText.read(payload)), time));
        } catch (NotJson e) {
            return List.of("the payload is not JSON that can be checked: " + e.getMessage());
        } catch (CheckContext.TimeIsOver e) {
            return List.of("the payload could not be checked within " + time.toMillis() + " ms");
        } catch (StackOverflowError e) {
            return List.of("the payload could not be checked: it leads too deeply into the schema");
        } catch (RuntimeException e) {
            return List.of("the payload could not be checked with this schema");
        }
    }

    static List<Error> errors(com.networknt.schema.Schema schema, JsonNode tree, Duration time) {
        CheckContext context = new CheckContext();
        context.executionConfig(config -> config.formatAssertionsEnabled(true));
        CheckContext.start(time);
        try {
            schema.validate(context, tree);
            return context.getErrors();
        } finally {
            CheckContext.stop();
        }
    }

    static List<String> lines(List<Error> errors) {
        if (errors.size() <= MOST) return errors.stream().map(SchemaCheck::line).toList();
        List<String> lines = new ArrayList<>(
                errors.stream().limit(MOST - 1).map(SchemaCheck::line).toList());
        lines.add("and more");
        return lines;
    }

    /** The path, and what the validator says; of the payload it names kinds, keys and counts, never a value. */
    static String line(Error error) {
        String path = error.getInstanceLocation().toString();
        String line = (path.isEmpty() ? "/" : path) + ": " + error.getMessage();
        return ShortText.withDots(line.replaceAll("\\p{Cntrl}+", " "), LONGEST_LINE);
    }
}
