package dev.redrive.s3;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.rules.GateRule;
import dev.redrive.rules.ModuleRules;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "dev.redrive.s3";

    private static final JavaClasses MODULE = ModuleRules.mainClasses(ROOT);

    @Test
    void packages_depend_downwards_only() {
        ModuleRules.checkPackagesDependDownwards(MODULE, ROOT);
    }

    @Test
    void one_simple_name_is_one_type() {
        ModuleRules.checkSimpleNames(MODULE);
    }

    @Test
    void time_is_handed_in() {
        ModuleRules.checkTimeIsPassedIn(MODULE);
    }

    @Test
    void letters_are_written_only_through_the_gate_of_the_core() {
        GateRule.check(MODULE, Set.of());
    }
}
