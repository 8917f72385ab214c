package dev.redrive.transform.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.MessageSourceError;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.FormatValidator;
import com.networknt.schema.path.NodePath;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** A format of JSON Schema that is only looked for in short strings: on long ones some of them take hours. */
record ShortFormat(Format format) implements Format {
    private static final int LONGEST = 4096;

    @Override
    public String getName() {
        return format.getName();
    }

    @Override
    public String getMessageKey() {
        return format.getMessageKey();
    }

    @Override
    public void validate(
            ExecutionContext execution,
            SchemaContext schema,
            JsonNode node,
            JsonNode root,
            NodePath path,
            boolean assertions,
            Supplier<MessageSourceError.Builder> message,
            FormatValidator validator) {
        if (node.isString() && node.stringValue().length() > LONGEST) return;
        format.validate(execution, schema, node, root, path, assertions, message, validator);
    }
}
