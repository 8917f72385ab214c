package dev.redrive.mongo;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.rules.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "dev.redrive.mongo";

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
}
