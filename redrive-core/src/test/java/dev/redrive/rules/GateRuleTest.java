package dev.redrive.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.Captures;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.Streams;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The rule sees every way to a store: by any of its interfaces, its class, and a method that is handed on. */
class GateRuleTest {
    @SuppressWarnings("unused")
    private static final class ByItsClass {
        List<CaptureResult> capture(InMemoryDeadLetterStore store, List<NewLetter> letters) {
            return store.capture(letters);
        }
    }

    @SuppressWarnings("unused")
    private static final class ByTheWholePort {
        List<CaptureResult> capture(DeadLetterStore store, List<ImportedLetter> letters) {
            return store.importAll(letters);
        }
    }

    @SuppressWarnings("unused")
    private static final class ByAPart {
        IntakeResult take(Streams store, Intake intake) {
            return store.ingest(intake);
        }
    }

    @SuppressWarnings("unused")
    private static final class ByReference {
        Function<List<NewLetter>, List<CaptureResult>> way(Captures store) {
            return store::capture;
        }
    }

    @SuppressWarnings("unused")
    private static final class OnlyReads {
        boolean has(DeadLetterStore store) {
            return store.tallies() != null && !store.sent(null, 1).isEmpty();
        }
    }

    @Test
    void it_sees_a_write_by_whatever_the_store_is_taken_for() {
        for (Class<?> writer : List.of(ByItsClass.class, ByTheWholePort.class, ByAPart.class, ByReference.class)) {
            JavaClasses one = new ClassFileImporter().importClasses(writer);

            assertThatThrownBy(() -> GateRule.check(one, Set.of()))
                    .as(writer.getSimpleName())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(GateRuleTest.class.getName());
        }
    }

    @Test
    void it_accepts_classes_that_only_read() {
        assertThat(GateRule.writersIn(new ClassFileImporter().importClasses(OnlyReads.class)))
                .isEmpty();
    }

    @Test
    void a_listed_writer_that_writes_nothing_any_more_is_a_mistake() {
        JavaClasses one = new ClassFileImporter().importClasses(OnlyReads.class);

        assertThatThrownBy(() -> GateRule.check(one, Set.of(OnlyReads.class.getName())))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void every_method_that_may_store_text_has_its_place_in_the_rule() {
        GateRule.checkNames();
    }
}
