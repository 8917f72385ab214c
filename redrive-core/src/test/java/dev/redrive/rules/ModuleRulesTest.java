package dev.redrive.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.redrive.Redrive;
import dev.redrive.internal.text.LruMap;
import java.net.Proxy;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Each rule refuses classes that break it; the JDK has some. */
public class ModuleRulesTest {
    private static final String ROOT = "java.util.concurrent";

    private static JavaClasses classes(Class<?>... types) {
        return new ClassFileImporter().importClasses(types);
    }

    @Test
    void a_cycle_that_includes_the_root_package_is_refused() {
        JavaClasses cycle = classes(TimeUnit.class, LinkedBlockingQueue.class, Condition.class, ReentrantLock.class);

        assertThatThrownBy(() -> ModuleRules.checkPackagesDependDownwards(cycle, ROOT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle detected")
                .hasMessageContaining("java.util.concurrent.locks");
    }

    @Test
    void packages_that_depend_in_one_direction_pass() {
        ModuleRules.checkPackagesDependDownwards(classes(TimeUnit.class, Condition.class), ROOT);
    }

    @Test
    void a_package_that_depends_on_the_root_is_refused() {
        assertThatThrownBy(() -> ModuleRules.checkRootIsOnTop(classes(TimeUnit.class, Condition.class), ROOT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Condition");
    }

    @Test
    void a_simple_name_of_two_types_is_refused() {
        assertThatThrownBy(() -> ModuleRules.checkSimpleNames(classes(Proxy.class, java.lang.reflect.Proxy.class)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Proxy");
    }

    @Test
    void simple_names_of_no_classes_at_all_are_refused() {
        assertThatThrownBy(() -> ModuleRules.checkSimpleNames(ModuleRules.mainClasses("dev.redrive.no.such.module")))
                .isInstanceOf(AssertionError.class);
    }

    @SuppressWarnings("unused")
    private static final class SystemTime {
        Instant read() {
            return Instant.now();
        }
    }

    @Test
    void the_time_of_the_system_is_refused() {
        assertThatThrownBy(() -> ModuleRules.checkTimeIsPassedIn(classes(SystemTime.class)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Instant.now()");
    }

    @SuppressWarnings("unused")
    public static final class GivesSomethingInternal {
        public Optional<LruMap<String, String>> map() {
            return Optional.empty();
        }
    }

    @Test
    void an_internal_type_of_a_public_method_is_refused() {
        assertThatThrownBy(() -> ModuleRules.checkMethodsHaveNoInternalTypes(classes(GivesSomethingInternal.class)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("GivesSomethingInternal.map()");
    }

    @Test
    void main_classes_are_those_of_the_module_without_its_tests() {
        JavaClasses core = ModuleRules.mainClasses("dev.redrive");

        assertThat(core.contain(Redrive.class)).isTrue();
        assertThat(core.contain(ModuleRules.class)).isFalse();
    }

    @Test
    void test_classes_are_those_of_the_module_without_its_main_classes() {
        JavaClasses tests = ModuleRules.testClasses("dev.redrive");

        assertThat(tests.contain(ModuleRules.class)).isTrue();
        assertThat(tests.contain(Redrive.class)).isFalse();
    }
}
