package dev.redrive.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules about packages and names that hold in every module: each module's {@code ArchitectureTest} applies them. */
public final class ModuleRules {
    private ModuleRules() {}

    /** The main classes of the module whose packages begin with {@code root}. */
    public static JavaClasses mainClasses(String root) {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(new ImportOption.DoNotIncludePackageInfos())
                .importPackages(root);
    }

    /** All classes of a module that consists of tests only, whose packages begin with {@code root}. */
    public static JavaClasses testClasses(String root) {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.OnlyIncludeTests())
                .withImportOption(new ImportOption.DoNotIncludePackageInfos())
                .importPackages(root);
    }

    /** Packages below {@code root}, and {@code root} itself, have no cycle of dependencies. */
    public static void checkPackagesDependDownwards(JavaClasses classes, String root) {
        slices().assignedFrom(packagesFrom(root)).should().beFreeOfCycles().check(classes);
    }

    /** No package below {@code root} depends on {@code root}. */
    public static void checkRootIsOnTop(JavaClasses classes, String root) {
        noClasses()
                .that()
                .resideOutsideOfPackage(root)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root)
                .check(classes);
    }

    /** No two top-level types have the same simple name. */
    public static void checkSimpleNames(JavaClasses classes) {
        Map<String, Set<String>> packagesByName = classes.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getPackageName, toSet())));

        assertThat(packagesByName)
                .isNotEmpty()
                .allSatisfy((name, packages) -> assertThat(packages).as(name).hasSize(1));
    }

    /** No public method of a public type outside {@code internal} packages takes or returns a type of such a package. */
    public static void checkMethodsHaveNoInternalTypes(JavaClasses classes) {
        List<String> methods = classes.stream()
                .filter(type -> !isInternal(type) && isPublic(type))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(method -> method.getAllInvolvedRawTypes().stream().anyMatch(ModuleRules::isInternal))
                .map(JavaMethod::getFullName)
                .toList();

        assertThat(methods).isEmpty();
    }

    private static boolean isInternal(JavaClass type) {
        return type.getBaseComponentType().getPackageName().startsWith("dev.redrive.internal");
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ModuleRules::isPublic).orElse(true);
    }

    /** The time comes from an {@code InstantSource}, never from the system directly. */
    public static void checkTimeIsPassedIn(JavaClasses classes) {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Clock.class, "systemDefaultZone")
                .check(classes);
    }

    /** Each package is a slice, the root package too, which {@code slices().matching} would leave out. */
    private static SliceAssignment packagesFrom(String root) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return name.equals(root) || name.startsWith(root + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages from " + root;
            }
        };
    }
}
