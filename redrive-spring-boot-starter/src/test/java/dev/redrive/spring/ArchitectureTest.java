package dev.redrive.spring;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.rules.GateRule;
import dev.redrive.rules.ModuleRules;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "dev.redrive.spring";

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
    void methods_for_applications_have_no_internal_types() {
        ModuleRules.checkMethodsHaveNoInternalTypes(MODULE);
    }

    @Test
    void letters_are_written_only_through_the_gate_of_the_core() {
        GateRule.check(MODULE, Set.of());
    }
}
