package dev.redrive.transform;

import com.schibsted.spt.data.jslt.impl.Scope;

/** The variables of one evaluation, which also counts how deep calls go. */
final class MeteredScope extends Scope {
    private final Meter meter;

    MeteredScope(int size, Meter meter) {
        super(size);
        this.meter = meter;
    }

    Meter meter() {
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
