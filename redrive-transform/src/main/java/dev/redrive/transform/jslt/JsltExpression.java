package dev.redrive.transform.jslt;

import com.fasterxml.jackson.databind.JsonNode;
import com.schibsted.spt.data.jslt.JsltException;
import com.schibsted.spt.data.jslt.filters.DefaultJsonFilter;
import com.schibsted.spt.data.jslt.impl.ExpressionImpl;
import com.schibsted.spt.data.jslt.impl.ParseContext;
import com.schibsted.spt.data.jslt.impl.PreparationContext;
import com.schibsted.spt.data.jslt.parser.JsltParser;
import com.schibsted.spt.data.jslt.parser.ParserImpl;
import dev.redrive.transform.BadTransform;
import dev.redrive.transform.TransformFailed;
import dev.redrive.transform.TransformLimits;
import dev.redrive.transform.json.JsonTrees;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A JSLT expression that is compiled and bounded. Safe to use from many threads. */
public final class JsltExpression {
    private static final int LONGEST = 64 * 1024;

    private final String name;
    private final String source;
    private final ExpressionImpl expression;
    private final Map<String, Integer> slots;
    private final TransformLimits limits;

    private JsltExpression(
            String name, String source, ExpressionImpl expression, Map<String, Integer> slots, TransformLimits limits) {
        this.name = name;
        this.source = source;
        this.expression = expression;
        this.slots = Map.copyOf(slots);
        this.limits = limits;
    }

    /** Compiles the value of the field with this name, in which these variables may be used. */
    public static JsltExpression parse(String name, String source, List<String> variables, TransformLimits limits) {
        if (source.getBytes(StandardCharsets.UTF_8).length > LONGEST)
            throw new BadTransform(name + ": is longer than the " + LONGEST + " bytes that are allowed");
        PreparationContext prepared = new PreparationContext();
        ExpressionImpl expression = compile(name, source, prepared);
        if (!expression.hasBody()) throw new BadTransform(name + ": has no expression, only definitions");
        Map<String, Integer> slots = prepared.scope.getParameterSlots();
        checkVariables(name, slots.keySet(), variables);
        Metering.install(expression);
        return new JsltExpression(name, source, expression, slots, limits);
    }

    private static ExpressionImpl compile(String name, String source, PreparationContext prepared) {
        ParseContext context = new ParseContext(
                JsltFunctions.ALL,
                null,
                resource -> {
                    throw new JsltException("import is not possible here");
                },
                new HashMap<>(),
                new ArrayList<>(),
                prepared,
                new DefaultJsonFilter());
        try {
            return (ExpressionImpl) ParserImpl.compileExpression(context, new JsltParser(new StringReader(source)));
        } catch (JsltException e) {
            throw new BadTransform(name + ": " + JsltProblem.inExpression(e));
        } catch (StackOverflowError e) {
            throw new BadTransform(name + ": is nested too deeply");
        } catch (RuntimeException e) {
            throw new BadTransform(name + ": cannot be understood; is there a number of more than 18 digits in it?");
        }
    }

    private static void checkVariables(String name, Set<String> used, List<String> known) {
        Set<String> unknown = new TreeSet<>(used);
        unknown.removeAll(Set.copyOf(known));
        if (!unknown.isEmpty())
            throw new BadTransform(name + ": there is no variable $"
                    + unknown.iterator().next() + "; there are $" + String.join(", $", known));
    }

    public boolean uses(String variable) {
        return slots.containsKey(variable);
    }

    public JsonNode apply(JsonNode input, Map<String, JsonNode> variables) {
        EvaluationBudget meter = EvaluationBudget.start(limits);
        try {
            MeteredScope scope = new MeteredScope(expression.getStackFrameSize(), meter);
            slots.forEach((variable, slot) -> scope.setValue(slot, variables.get(variable)));
            JsonNode result = expression.apply(scope, input);
            JsonTrees.check(result);
            return result;
        } catch (JsltException e) {
            throw new TransformFailed(name + ": " + JsltProblem.inLetter(e, source));
        } catch (TransformFailed e) {
            throw new TransformFailed(name + ": " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new TransformFailed(name + ": " + EvaluationBudget.tooDeep().getMessage());
        } catch (RuntimeException e) {
            throw new TransformFailed(name + ": the expression cannot work on the values of this letter");
        } finally {
            EvaluationBudget.stop();
        }
    }
}
