package dev.redrive.transform.schema;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpressionFactory;
import dev.redrive.transform.TransformLimits;
import dev.redrive.transform.json.JsonText;
import dev.redrive.transform.json.NotJson;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads JSON Schemas of the drafts 2020-12, 2019-09 and 7; one that does not say is of 2020-12. */
public final class Schemas {
    private static final int LONGEST = 1024 * 1024;
    /** More than for payloads: a schema is read once, from the settings, and the first one also loads the validator. */
    private static final Duration TIME_FOR_A_SCHEMA = Duration.ofSeconds(30);

    private static final SchemaRegistryConfig CONFIG = SchemaRegistryConfig.builder()
            .pathType(PathType.JSON_POINTER)
            .locale(Locale.ENGLISH)
            .formatAssertionsEnabled(true)
            .regularExpressionFactory((RegularExpressionFactory) TimedRegex::of)
            .build();

    private Schemas() {}

    /**
     * Reads a JSON Schema. Nothing is ever fetched for it: what it refers to must be in it.
     *
     * @throws BadSchema when it cannot be understood, with a message that says what is wrong
     */
    public static PayloadSchema parse(String jsonSchema) {
        return parse(jsonSchema, TransformLimits.defaults().time());
    }

    /**
     * Reads a JSON Schema whose check of one payload may take this long.
     *
     * @throws BadSchema when it cannot be understood, with a message that says what is wrong
     */
    public static PayloadSchema parse(String jsonSchema, Duration time) {
        JsonNode tree = read(jsonSchema);
        Dialect dialect = dialect(tree);
        try {
            SchemaRegistry registry = registry(dialect);
            checkAgainstItsDraft(registry, dialect, tree);
            com.networknt.schema.Schema schema = registry.getSchema(tree);
            schema.initializeValidators();
            return new SchemaCheck(schema, time);
        } catch (SchemaException e) {
            throw new BadSchema("the schema cannot be used: " + firstLine(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new BadSchema("the schema refers to itself without an end");
        }
    }

    private static JsonNode read(String text) {
        if (text.length() > LONGEST)
            throw new BadSchema("a schema may have " + LONGEST + " characters; this one has " + text.length());
        try {
            JsonNode tree = SchemaTree.of(JsonText.read(text));
            if (!tree.isObject() && !tree.isBoolean()) throw new BadSchema("a schema is a JSON object");
            return tree;
        } catch (NotJson e) {
            throw new BadSchema("a schema is JSON, and this is none: " + e.getMessage());
        }
    }

    private static Dialect dialect(JsonNode tree) {
        JsonNode named = tree.get("$schema");
        if (named == null) return Dialects.getDraft202012();
        SpecificationVersion version = version(named.asString(""));
        return switch (version) {
            case DRAFT_2020_12 -> Dialects.getDraft202012();
            case DRAFT_2019_09 -> Dialects.getDraft201909();
            case DRAFT_7 -> Dialects.getDraft7();
            case DRAFT_6, DRAFT_4 ->
                throw new BadSchema("$schema must name draft 2020-12, 2019-09 or 7, such as "
                        + SpecificationVersion.DRAFT_2020_12.getDialectId());
        };
    }

    private static SpecificationVersion version(String address) {
        return SpecificationVersion.fromDialectId(address)
                .or(() -> SpecificationVersion.fromDialectId(address + "#"))
                .or(() -> SpecificationVersion.fromDialectId(address.replaceFirst("#$", "")))
                .orElse(SpecificationVersion.DRAFT_4);
    }

    private static SchemaRegistry registry(Dialect dialect) {
        Dialect patient = Dialect.builder(dialect)
                .formats(formats -> {
                    formats.replaceAll((name, format) -> new ShortFormat(format));
                    for (String mail : List.of("email", "idn-email")) formats.put(mail, new MailFormat(mail));
                })
                .build();
        return SchemaRegistry.withDialect(
                patient,
                registry ->
                        registry.schemaRegistryConfig(CONFIG).schemaLoader(loader -> loader.allow(Schemas::isADraft)));
    }

    /** The drafts themselves are in the validator's jar. */
    private static boolean isADraft(AbsoluteIri address) {
        return address.toString().matches("https?://json-schema\\.org/draft.*");
    }

    private static void checkAgainstItsDraft(SchemaRegistry registry, Dialect dialect, JsonNode tree) {
        com.networknt.schema.Schema draft = registry.getSchema(SchemaLocation.of(dialect.getId()));
        List<Error> errors = SchemaCheck.errors(draft, tree, TIME_FOR_A_SCHEMA);
        if (!errors.isEmpty()) throw new BadSchema("the schema is not valid: " + SchemaCheck.line(errors.get(0)));
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "" : message.lines().findFirst().orElse("");
    }
}
