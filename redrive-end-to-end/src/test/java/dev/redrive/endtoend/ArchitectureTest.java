package dev.redrive.endtoend;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.rules.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "dev.redrive.endtoend";

    private static final JavaClasses MODULE = ModuleRules.testClasses(ROOT);

    @Test
    void packages_depend_downwards_only() {
        ModuleRules.checkPackagesDependDownwards(MODULE, ROOT);
    }

    @Test
    void one_simple_name_is_one_type() {
        ModuleRules.checkSimpleNames(MODULE);
    }
}
