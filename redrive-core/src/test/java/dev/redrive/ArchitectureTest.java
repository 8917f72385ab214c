package dev.redrive;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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
import dev.redrive.engine.Target;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.redrive");

    @Test
    void the_core_depends_on_little() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redrive..",
                        "java..",
                        "javax.sql..",
                        "javax.crypto..",
                        "com.sun.management..", // the JDK's own, for the load of the machine
                        "org.jspecify..",
                        "org.slf4j..",
                        "io.github.resilience4j..",
                        "com.github.f4b6a3..")
                .check(CORE);
    }

    @Test
    void brakes_are_the_engines_matter_and_ids_are_the_letters() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.resilience4j..")
                .check(CORE);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive.letter..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.github.f4b6a3..")
                .check(CORE);
    }

    /** Each of them has the gate of redaction in its hands; see RedactionPlacesTest for what the gate looks at. */
    @Test
    void letters_are_written_only_by_those_who_go_through_the_gate() {
        GateRule.checkNames();
        GateRule.check(
                CORE,
                Set.of(
                        "dev.redrive.Letters",
                        "dev.redrive.capture.Capturer",
                        "dev.redrive.capture.TimedCaptures",
                        "dev.redrive.capture.Importer",
                        "dev.redrive.capture.StreamIntake",
                        "dev.redrive.engine.AttemptPool",
                        "dev.redrive.engine.EngineThreads",
                        "dev.redrive.replay.LetterPreparation"));
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.redrive.engine.AttemptRunner")
                .should()
                .callMethodWhere(target(name("send")).and(target(owner(assignableTo(Target.class)))))
                .check(CORE);
    }

    @Test
    void packages_depend_downwards_only() {
        slices().matching("dev.redrive.(**)")
                .namingSlices("$1")
                .should()
                .beFreeOfCycles()
                .check(CORE);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.redrive")
                .check(CORE);
    }

    @Test
    void one_simple_name_is_one_type() {
        Map<String, List<String>> byName = CORE.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, toList())));

        assertThat(byName.values()).allSatisfy(types -> assertThat(types).hasSize(1));
    }

    @Test
    void packages_are_named_after_features() {
        noClasses()
                .should()
                .resideInAnyPackage(
                        "..model..", "..service..", "..util..", "..utils..", "..common..", "..helper..", "..impl..")
                .check(CORE);
    }

    @Test
    void classes_are_named_after_what_they_are() {
        noClasses()
                .should()
                .haveSimpleNameEndingWith("Impl")
                .orShould()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameStartingWith("Abstract")
                .check(CORE);
    }

    @Test
    void time_is_handed_in() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Clock.class, "systemDefaultZone")
                .check(CORE);
    }

    @Test
    void a_letter_knows_nothing_of_what_is_done_with_it() {
        noClasses()
                .that()
                .resideInAPackage("dev.redrive.letter..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redrive.engine..",
                        "dev.redrive.store.memory..",
                        "dev.redrive.guard..",
                        "dev.redrive.capture..",
                        "dev.redrive.store..")
                .check(CORE);
    }

    @Test
    void only_the_front_door_chooses_a_store() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive.store.memory..")
                .and()
                .doNotHaveFullyQualifiedName("dev.redrive.Stores")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.redrive.store.memory..")
                .check(CORE);
    }
}
