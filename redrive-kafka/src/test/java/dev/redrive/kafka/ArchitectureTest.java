package dev.redrive.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.rules.GateRule;
import dev.redrive.rules.ModuleRules;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "dev.redrive.kafka";

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
    void spring_is_needed_by_its_own_package_only() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive.kafka.spring..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(MODULE);
    }

    @Test
    void micrometer_is_needed_by_meters_only() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive.kafka.spring..")
                .and()
                .haveNameNotMatching(".*\\.MicrometerDlqMeters(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..")
                .check(MODULE);
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
