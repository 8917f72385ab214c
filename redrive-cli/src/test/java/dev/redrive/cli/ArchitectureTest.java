package dev.redrive.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.redrive.cli");

    /** The root package is a slice of its own: verbs must not depend on the table of verbs. */
    @Test
    void packages_have_no_cycles() {
        slices().matching("dev.redrive.(**)").should().beFreeOfCycles().check(CLI);
    }

    @Test
    void a_simple_name_belongs_to_one_type() {
        Map<String, List<String>> byName = CLI.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName, Collectors.mapping(JavaClass::getName, Collectors.toList())));

        assertThat(byName.values())
                .isNotEmpty()
                .allSatisfy(types -> assertThat(types).hasSize(1));
    }
}
