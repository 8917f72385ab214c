package dev.redrive.transform.jslt;

import com.schibsted.spt.data.jslt.impl.Scope;

/** The variables of one evaluation, which also counts how deep calls go. */
final class MeteredScope extends Scope {
    private final EvaluationBudget meter;

    MeteredScope(int size, EvaluationBudget meter) {
        super(size);
        this.meter = meter;
    }

    EvaluationBudget meter() {
        return meter;
    }

    @Override
    public void enterFunction(int size) {
        meter.enterCall();
        super.enterFunction(size);
    }

    @Override
    public void leaveFunction() {
        meter.leaveCall();
        super.leaveFunction();
    }
}
