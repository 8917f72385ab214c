package dev.redrive.transform.jslt;

import com.fasterxml.jackson.databind.JsonNode;
import com.schibsted.spt.data.jslt.JsltException;
import com.schibsted.spt.data.jslt.impl.AbstractNode;
import com.schibsted.spt.data.jslt.impl.AbstractOperator;
import com.schibsted.spt.data.jslt.impl.ArrayExpression;
import com.schibsted.spt.data.jslt.impl.ArraySlicer;
import com.schibsted.spt.data.jslt.impl.DotExpression;
import com.schibsted.spt.data.jslt.impl.ExpressionNode;
import com.schibsted.spt.data.jslt.impl.ForExpression;
import com.schibsted.spt.data.jslt.impl.FunctionExpression;
import com.schibsted.spt.data.jslt.impl.NumericOperator;
import com.schibsted.spt.data.jslt.impl.ObjectComprehension;
import com.schibsted.spt.data.jslt.impl.ObjectExpression;
import com.schibsted.spt.data.jslt.impl.PipeOperator;
import com.schibsted.spt.data.jslt.impl.PreparationContext;
import com.schibsted.spt.data.jslt.impl.Scope;
import dev.redrive.transform.json.Arithmetic;
import java.util.List;

/** A part of an expression that asks the meter before it is evaluated, and shows it what came of it. */
public final class MeteredNode implements ExpressionNode {
    private final ExpressionNode part;
    private final boolean makes;

    MeteredNode(ExpressionNode part) {
        this.part = part;
        this.makes = makesValues(part);
    }

    /** The other parts only pass on values that exist already. */
    private static boolean makesValues(ExpressionNode part) {
        return (part instanceof AbstractOperator && !(part instanceof PipeOperator))
                || part instanceof FunctionExpression
                || part instanceof ForExpression
                || part instanceof ObjectExpression
                || part instanceof ObjectComprehension
                || part instanceof ArrayExpression
                || part instanceof ArraySlicer;
    }

    @Override
    public JsonNode apply(Scope scope, JsonNode input) {
        EvaluationBudget meter = ((MeteredScope) scope).meter();
        meter.step();
        try {
            JsonNode value = evaluate(scope, input);
            if (makes) meter.made(value);
            return value;
        } catch (JsltException e) {
            throw located(e);
        }
    }

    private JsonNode evaluate(Scope scope, JsonNode input) {
        if (!(part instanceof NumericOperator operator)) return part.apply(scope, input);
        JsonNode left = operator.getLeft().apply(scope, input);
        JsonNode right = operator.getRight().apply(scope, input);
        return Arithmetic.exact(operator, left, right).orElseGet(() -> operator.perform(left, right));
    }

    /** Functions do not know where they are called; the call does. */
    private JsltException located(JsltException e) {
        if (e.getLine() >= 0 || !(part instanceof AbstractNode node) || node.getLocation() == null) return e;
        return new JsltException(e.getMessageWithoutLocation(), e.getCause(), node.getLocation());
    }

    @Override
    public void dump(int level) {
        part.dump(level);
    }

    @Override
    public void computeMatchContexts(DotExpression parent) {
        part.computeMatchContexts(parent);
    }

    @Override
    public void prepare(PreparationContext context) {
        part.prepare(context);
    }

    @Override
    public ExpressionNode optimize() {
        return this;
    }

    @Override
    public List<ExpressionNode> getChildren() {
        return List.of(part);
    }
}
