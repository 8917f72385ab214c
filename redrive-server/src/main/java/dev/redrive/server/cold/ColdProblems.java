package dev.redrive.server.cold;

import java.util.List;

/** What a caller who may see some channels only is told about problems. */
final class ColdProblems {
    private ColdProblems() {}

    /** That there are some: the name of an object says which errors other channels have. */
    static List<String> hidden(List<String> problems) {
        return problems.isEmpty()
                ? List.of()
                : List.of(
                        problems.size() + " objects or letters were left out; who may see all channels is told which");
    }
}
