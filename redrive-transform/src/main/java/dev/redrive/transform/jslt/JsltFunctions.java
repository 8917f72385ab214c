package dev.redrive.transform.jslt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.schibsted.spt.data.jslt.Function;
import com.schibsted.spt.data.jslt.JsltException;
import com.schibsted.spt.data.jslt.impl.AbstractFunction;
import com.schibsted.spt.data.jslt.impl.NodeUtils;
import com.schibsted.spt.data.jslt.impl.RegexpFunction;
import dev.redrive.transform.json.ExactNumber;
import dev.redrive.transform.json.JsonText;
import dev.redrive.transform.json.NotJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Functions of JSLT that are made anew, with the same names and results: those with regular expressions, which could run for
 * ever, those that can make more of their arguments than fits in memory, and those that lose digits.
 */
final class JsltFunctions {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern NAMED_GROUP = Pattern.compile("\\(\\?<([a-zA-Z][a-zA-Z0-9]*)>");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,1000}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,1000}(\\.[0-9]{1,1000})?([eE][+-]?[0-9]{1,9})?");

    static final List<Function> ALL = List.of(
            regex("test", 2, JsltFunctions::test),
            regex("capture", 2, JsltFunctions::capture),
            regex("split", 2, JsltFunctions::split),
            regex("replace", 3, JsltFunctions::replace),
            function("join", 2, 2, JsltFunctions::join),
            function("from-json", 1, 2, JsltFunctions::fromJson),
            function("number", 1, 2, JsltFunctions::number));

    private JsltFunctions() {}

    @FunctionalInterface
    private interface Body {
        JsonNode call(JsonNode[] arguments);
    }

    private static Function function(String name, int fewest, int most, Body body) {
        return new AbstractFunction(name, fewest, most) {
            @Override
            public JsonNode call(JsonNode input, JsonNode[] arguments) {
                return body.call(arguments);
            }
        };
    }

    private static Function regex(String name, int arguments, Body body) {
        return new WithRegex(name, arguments, body);
    }

    /** JSLT checks literal regular expressions of such functions while it compiles. */
    private static final class WithRegex extends AbstractFunction implements RegexpFunction {
        private final Body body;

        WithRegex(String name, int arguments, Body body) {
            super(name, arguments, arguments);
            this.body = body;
        }

        @Override
        public JsonNode call(JsonNode input, JsonNode[] arguments) {
            if (arguments[0].isNull()) return getName().equals("test") ? BooleanNode.FALSE : NullNode.instance;
            if (arguments[1].isNull()) throw new JsltException(getName() + "() needs a regular expression, not null");
            return body.call(arguments);
        }

        @Override
        public int regexpArgumentNumber() {
            return 1;
        }
    }

    private static String text(JsonNode node) {
        return NodeUtils.toString(node, false);
    }

    private static Matcher matcher(JsonNode[] arguments) {
        return EvaluationBudget.running().matcher(text(arguments[1]), text(arguments[0]));
    }

    private static JsonNode test(JsonNode[] arguments) {
        return BooleanNode.valueOf(matcher(arguments).find());
    }

    private static JsonNode capture(JsonNode[] arguments) {
        ObjectNode groups = NODES.objectNode();
        Matcher matcher = matcher(arguments);
        if (!matcher.find()) return groups;
        Matcher names = NAMED_GROUP.matcher(matcher.pattern().pattern());
        while (names.find()) groups.put(names.group(1), matcher.group(names.group(1)));
        return groups;
    }

    private static JsonNode split(JsonNode[] arguments) {
        EvaluationBudget meter = EvaluationBudget.running();
        ArrayNode parts = NODES.arrayNode();
        for (String part : meter.pattern(text(arguments[1])).split(meter.patient(text(arguments[0])), 0))
            parts.add(part);
        return parts;
    }

    private static JsonNode replace(JsonNode[] arguments) {
        EvaluationBudget meter = EvaluationBudget.running();
        String text = text(arguments[0]);
        String by = text(arguments[2]);
        Matcher matcher = matcher(arguments);
        StringBuilder result = new StringBuilder();
        int done = 0;
        while (matcher.find()) {
            if (matcher.start() == matcher.end())
                throw new JsltException("replace() cannot replace matches that are empty");
            result.append(text, done, matcher.start()).append(by);
            meter.checkLength(result.length());
            done = matcher.end();
        }
        return TextNode.valueOf(result.append(text, done, text.length()).toString());
    }

    private static JsonNode join(JsonNode[] arguments) {
        if (arguments[0].isNull()) return NullNode.instance;
        if (!arguments[0].isArray()) throw new JsltException("join() needs an array");
        EvaluationBudget meter = EvaluationBudget.running();
        String separator = text(arguments[1]);
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < arguments[0].size(); i++) {
            if (i > 0) result.append(separator);
            result.append(text(arguments[0].get(i)));
            meter.checkLength(result.length());
        }
        return TextNode.valueOf(result.toString());
    }

    private static JsonNode fromJson(JsonNode[] arguments) {
        if (arguments[0].isNull()) return NullNode.instance;
        String text = text(arguments[0]);
        if (text.isBlank()) return NullNode.instance;
        try {
            return JsonText.read(text);
        } catch (NotJson e) {
            if (arguments.length == 2) return arguments[1];
            throw new JsltException("from-json() was given a text that is not JSON");
        }
    }

    private static JsonNode number(JsonNode[] arguments) {
        JsonNode given = arguments[0];
        if (given.isNumber()) return given;
        if (given.isTextual() && DECIMAL.matcher(given.textValue()).matches()) return parsed(given.textValue());
        if (arguments.length == 2) return arguments[1];
        if (given.isNull()) return given;
        throw new JsltException("number() was given something that is not a number");
    }

    private static JsonNode parsed(String text) {
        if (INTEGER.matcher(text).matches()) return ExactNumber.of(new BigInteger(text));
        return ExactNumber.of(new BigDecimal(text));
    }
}
