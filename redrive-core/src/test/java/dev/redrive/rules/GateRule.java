package dev.redrive.rules;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.captures.Captures;
import dev.redrive.store.decisions.Decisions;
import dev.redrive.store.leases.Leases;
import dev.redrive.store.streams.Streams;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The rule that text of a letter reaches a store only from classes that redact it through the gate. Each module
 * lists its own; what the gate looks at is tested by itself.
 */
public final class GateRule {
    /** The methods of each part of the port that store text. */
    private static final Map<Class<?>, Set<String>> WRITES = Map.of(
            Captures.class, Set.of("capture", "importAll"),
            Streams.class, Set.of("ingest"),
            Decisions.class, Set.of("edit", "move", "moveAll", "rewrite", "assignCause", "linkCause", "noteCause"),
            Leases.class, Set.of("settle"),
            TransactionalStore.class, Set.of());

    /** The other methods of these parts: they store no text, or none that people or messages brought. */
    private static final Map<Class<?>, Set<String>> OTHERS = Map.of(
            Captures.class, Set.of(),
            Streams.class, Set.of("positions", "sent"),
            Decisions.class, Set.of("delete", "restoreAll", "setCause", "ignoreCause"),
            Leases.class, Set.of("claim", "claimExpected", "renew", "nextDue"),
            TransactionalStore.class, Set.of("settleWith"));

    private GateRule() {}

    /** Nothing but these top-level classes writes into a store, and each of them does. */
    public static void check(JavaClasses classes, Set<String> writers) {
        Map<String, List<String>> found = writersIn(classes);
        assertThat(found.keySet()).as("%s", found).isEqualTo(writers);
    }

    /** A method that has another name now, or is new, must be given its place above before the rule means anything. */
    public static void checkNames() {
        WRITES.forEach((part, writes) -> {
            Set<String> placed = new TreeSet<>(writes);
            placed.addAll(OTHERS.get(part));
            assertThat(Arrays.stream(part.getDeclaredMethods())
                            .filter(method -> !method.isSynthetic())
                            .map(Method::getName)
                            .collect(toSet()))
                    .as(part.getSimpleName())
                    .isEqualTo(placed);
        });
    }

    /** Top-level classes with what they call; a store may call itself. */
    static Map<String, List<String>> writersIn(JavaClasses classes) {
        Map<String, List<String>> writers = new TreeMap<>();
        for (JavaClass type : classes) {
            if (isPart(type)) continue;
            List<String> calls = type.getAccessesFromSelf().stream()
                    .filter(GateRule::isWrite)
                    .map(JavaAccess::getDescription)
                    .toList();
            if (!calls.isEmpty())
                writers.merge(
                        outermost(type).getName(),
                        calls,
                        (some, more) ->
                                Stream.concat(some.stream(), more.stream()).toList());
        }
        return writers;
    }

    private static boolean isPart(JavaClass type) {
        return WRITES.keySet().stream().anyMatch(type::isAssignableTo);
    }

    /** Whatever the caller takes the store for, and also when it only hands the method on. */
    private static boolean isWrite(JavaAccess<?> access) {
        return WRITES.entrySet().stream()
                .anyMatch(part -> access.getTargetOwner().isAssignableTo(part.getKey())
                        && part.getValue().contains(access.getName()));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(GateRule::outermost).orElse(type);
    }
}
