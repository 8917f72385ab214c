package dev.redrive.transform.jslt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.redrive.internal.text.CountedText;
import dev.redrive.transform.TransformFailed;
import dev.redrive.transform.TransformLimits;
import dev.redrive.transform.json.JsonTrees;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What one evaluation of an expression may still use: time, memory and depth of calls. One line of an
 * expression can need all memory, for instance by doubling a list forty times; each step of an evaluation is charged here first.
 */
final class EvaluationBudget {
    private static final ThreadLocal<@Nullable EvaluationBudget> RUNNING = new ThreadLocal<>();
    private static final int DEEPEST_CALLS = 500;
    private static final int WORTH_REMEMBERING = 32;
    private static final int PATTERNS = 100;

    private final TransformLimits limits;
    private final long deadline;
    private final IdentityHashMap<JsonNode, Long> weights = new IdentityHashMap<>();
    private final Map<String, Pattern> patterns = new HashMap<>();
    private long made;
    private int calls;

    private EvaluationBudget(TransformLimits limits) {
        this.limits = limits;
        this.deadline = System.nanoTime() + limits.time().toNanos();
    }

    /** The meter of the evaluation that this thread is in. */
    static EvaluationBudget running() {
        EvaluationBudget meter = RUNNING.get();
        if (meter == null) throw new IllegalStateException("no expression is evaluated here");
        return meter;
    }

    static EvaluationBudget start(TransformLimits limits) {
        EvaluationBudget meter = new EvaluationBudget(limits);
        RUNNING.set(meter);
        return meter;
    }

    static void stop() {
        RUNNING.remove();
    }

    void step() {
        if (System.nanoTime() > deadline)
            throw new TransformFailed(
                    "the expression takes longer than the " + limits.time().toMillis() + " ms that are allowed");
    }

    void enterCall() {
        if (++calls > DEEPEST_CALLS) throw tooDeep();
    }

    void leaveCall() {
        calls--;
    }

    static TransformFailed tooDeep() {
        return new TransformFailed(
                "the expression calls its functions too deeply; does one call itself without an end?");
    }

    /** Counts a value that was made, and refuses it when it or all of them together are too large. */
    void made(JsonNode value) {
        made += JsonTrees.own(value);
        if (weight(value) > limits.resultBytes() || made > 4L * limits.resultBytes()) throw tooLarge();
    }

    void checkLength(long length) {
        if (length > limits.resultBytes()) throw tooLarge();
    }

    private TransformFailed tooLarge() {
        return new TransformFailed(
                "the expression makes more than the " + limits.resultBytes() + " bytes that are allowed");
    }

    /** Written out, as a tree: what is in it twice weighs twice. */
    private long weight(JsonNode node) {
        if (!node.isContainerNode()) return JsonTrees.own(node);
        Long known = weights.get(node);
        if (known != null) return known;
        long weight = JsonTrees.own(node);
        for (Iterator<JsonNode> children = node.elements(); children.hasNext() && weight <= limits.resultBytes(); )
            weight += weight(children.next());
        if (weight >= WORTH_REMEMBERING) weights.put(node, weight);
        return weight;
    }

    Matcher matcher(String regex, String text) {
        return pattern(regex).matcher(patient(text));
    }

    CountedText patient(String text) {
        return new CountedText(text, this::step);
    }

    Pattern pattern(String regex) {
        Pattern known = patterns.get(regex);
        if (known != null) return known;
        Pattern pattern = compile(regex);
        if (patterns.size() < PATTERNS) patterns.put(regex, pattern);
        return pattern;
    }

    private static Pattern compile(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new TransformFailed("the expression uses a regular expression that is none");
        }
    }
}
