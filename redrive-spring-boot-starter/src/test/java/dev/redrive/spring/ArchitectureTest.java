package dev.redrive.spring;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.redrive.contract.GateRule;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludePackageInfos())
            .importPackages("dev.redrive.spring");

    @Test
    void packages_are_free_of_cycles() {
        slices().matching("dev.redrive.(**)").should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void a_simple_name_belongs_to_one_type() {
        assertThat(MODULE)
                .filteredOn(JavaClass::isTopLevelClass)
                .extracting(JavaClass::getSimpleName)
                .doesNotHaveDuplicates();
    }

    @Test
    void letters_are_written_only_through_the_gate_of_the_core() {
        GateRule.check(MODULE, Set.of());
    }
}
