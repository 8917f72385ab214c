package dev.redrive.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.redrive.contract.GateRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .withImportOption(place -> !place.contains("/jte/"))
            .importPackages("dev.redrive.server");

    @Test
    void packages_depend_downwards_only() {
        slices().matching("dev.redrive.server.(**)")
                .namingSlices("$1")
                .should()
                .beFreeOfCycles()
                .check(MODULE);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive.server")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.redrive.server")
                .check(MODULE);
    }

    @Test
    void one_simple_name_is_one_type() {
        Map<String, List<String>> byName = MODULE.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, toList())));

        assertThat(byName.values()).allSatisfy(types -> assertThat(types).hasSize(1));
    }

    /** Letters are written through the core; only the made-up history of the demo has no secrets. */
    @Test
    void letters_are_written_only_through_the_gate_of_the_core() {
        GateRule.check(MODULE, Set.of("dev.redrive.server.demo.History"));
    }
}
