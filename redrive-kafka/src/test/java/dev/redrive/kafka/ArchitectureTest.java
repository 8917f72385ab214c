package dev.redrive.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.redrive.contract.GateRule;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludePackageInfos())
            .importPackages("dev.redrive.kafka");

    @Test
    void packages_are_free_of_cycles() {
        slices().matching("dev.redrive.kafka.(*)..").should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void a_simple_name_belongs_to_one_type() {
        assertThat(MODULE)
                .filteredOn(JavaClass::isTopLevelClass)
                .extracting(JavaClass::getSimpleName)
                .doesNotHaveDuplicates();
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
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(MODULE);
    }

    @Test
    void letters_are_written_only_through_the_gate_of_the_core() {
        GateRule.check(MODULE, Set.of());
    }
}
