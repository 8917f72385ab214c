package dev.redrive.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.rules.GateRule;
import dev.redrive.rules.ModuleRules;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "dev.redrive.server";

    /** Without the classes that are generated from templates. */
    private static final JavaClasses MODULE =
            ModuleRules.mainClasses(ROOT).that(resideOutsideOfPackage("dev.redrive.server.jte.."));

    @Test
    void packages_depend_downwards_only() {
        ModuleRules.checkPackagesDependDownwards(MODULE, ROOT);
        ModuleRules.checkRootIsOnTop(MODULE, ROOT);
    }

    @Test
    void one_simple_name_is_one_type() {
        ModuleRules.checkSimpleNames(MODULE);
    }

    /** Letters are written through the core; only the made-up history of the demo has no secrets. */
    @Test
    void letters_are_written_only_through_the_gate_of_the_core() {
        GateRule.check(MODULE, Set.of("dev.redrive.server.demo.History"));
    }
}
