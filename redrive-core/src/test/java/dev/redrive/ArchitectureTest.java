package dev.redrive;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.engine.Target;
import dev.redrive.rules.GateRule;
import dev.redrive.rules.ModuleRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CORE = ModuleRules.mainClasses("dev.redrive");

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
                        "com.github.f4b6a3..",
                        "com.github.luben..")
                .check(CORE);
    }

    @Test
    void brakes_are_the_engines_matter_and_ids_are_the_letters() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redrive.internal.engine..")
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

    /** Each of them redacts through the gate; see RedactionPlacesTest for what the gate covers. */
    @Test
    void letters_are_written_only_by_classes_that_use_the_gate() {
        GateRule.checkNames();
        GateRule.check(
                CORE,
                Set.of(
                        "dev.redrive.Letters",
                        "dev.redrive.internal.capture.Capturer",
                        "dev.redrive.internal.capture.Importer",
                        "dev.redrive.StreamIntake",
                        "dev.redrive.ExternalRetries",
                        "dev.redrive.internal.engine.AttemptPool",
                        "dev.redrive.internal.erasure.LetterEraser",
                        "dev.redrive.internal.engine.EngineThreads",
                        "dev.redrive.internal.replay.LetterPreparation"));
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.redrive.internal.engine.AttemptRunner")
                .should()
                .callMethodWhere(target(name("send")).and(target(owner(assignableTo(Target.class)))))
                .check(CORE);
    }

    @Test
    void packages_depend_downwards_only() {
        ModuleRules.checkPackagesDependDownwards(CORE, "dev.redrive");
        ModuleRules.checkRootIsOnTop(CORE, "dev.redrive");
    }

    /** Constructors may: what an application uses is made by {@link Redrive}. */
    @Test
    void methods_for_applications_have_no_internal_types() {
        ModuleRules.checkMethodsHaveNoInternalTypes(CORE);
    }

    @Test
    void the_examples_use_nothing_internal() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", "examples"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();

            assertThat(sources)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("dev.redrive.internal"));
        }
    }

    @Test
    void one_simple_name_is_one_type() {
        ModuleRules.checkSimpleNames(CORE);
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
        ModuleRules.checkTimeIsPassedIn(CORE);
    }

    @Test
    void letters_do_not_depend_on_stores_engine_or_capture() {
        noClasses()
                .that()
                .resideInAPackage("dev.redrive.letter..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redrive.engine..",
                        "dev.redrive.internal.engine..",
                        "dev.redrive.store.memory..",
                        "dev.redrive.guard..",
                        "dev.redrive.capture..",
                        "dev.redrive.internal.capture..",
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
