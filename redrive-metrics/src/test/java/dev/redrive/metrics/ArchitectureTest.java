package dev.redrive.metrics;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.redrive.metrics");

    /** The pattern begins above the module's root package, so that the root is a slice, too. */
    @Test
    void packages_depend_downwards_only() {
        slices().matching("dev.redrive.(**)").should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void one_simple_name_is_one_type() {
        Map<String, Set<String>> packagesByName = MODULE.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getPackageName, toSet())));

        assertThat(packagesByName)
                .isNotEmpty()
                .allSatisfy((name, packages) -> assertThat(packages).as(name).hasSize(1));
    }
}
