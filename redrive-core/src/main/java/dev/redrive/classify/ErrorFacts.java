package dev.redrive.classify;

import dev.redrive.letter.StackTrace;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The properties of one exception of a cause chain that rules can match. Supertypes are known only while the exception is at hand. */
public record ErrorFacts(
        String type, Set<String> supertypes, @Nullable String code, OptionalInt httpStatus, String message) {
    private static final int DEPTH_LIMIT = 32;
    private static final Set<String> STATUS_WORDS = Set.of("", "HTTP", "HTTPS", "STATUS", "HTTPSTATUS", "HTTPERROR");

    private static final ClassValue<Set<String>> SUPERTYPES = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(Class<?> type) {
            Set<String> names = new LinkedHashSet<>();
            collectSupertypes(type, names);
            return Set.copyOf(names);
        }
    };

    public ErrorFacts {
        supertypes = Set.copyOf(supertypes);
    }

    /** The exception and its causes, outermost first. */
    public static List<ErrorFacts> chain(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<ErrorFacts> chain = new ArrayList<>();
        Throwable next = thrown;
        while (chain.size() < DEPTH_LIMIT && seen.add(next)) {
            chain.add(of(next));
            next = safely(next::getCause, next);
        }
        return chain;
    }

    /** A failure that came as text, followed by the exceptions its stack trace names. */
    public static List<ErrorFacts> text(String type, @Nullable String code, String message, StackTrace trace) {
        return text(type, code, message, trace.chain(), List.of());
    }

    /**
     * The same from a chain that was read before, of a split trace.
     *
     * @param messages the messages of the split trace, or none when the chain has its own
     */
    public static List<ErrorFacts> text(
            String type, @Nullable String code, String message, List<StackTrace.Thrown> thrown, List<String> messages) {
        List<ErrorFacts> chain = new ArrayList<>(thrown.size() + 1);
        chain.add(new ErrorFacts(type, Set.of(), code, statusIn(code), message));
        for (int i = 0; i < thrown.size() && chain.size() < DEPTH_LIMIT; i++) {
            StackTrace.Thrown one = thrown.get(i);
            boolean alreadyThere = i == 0 && simpleName(one.type()).equals(simpleName(type));
            if (one.type().isEmpty() || alreadyThere) continue;
            int part = one.part();
            String said = part >= 0 && part < messages.size() ? messages.get(part) : one.message();
            chain.add(new ErrorFacts(one.type(), Set.of(), null, OptionalInt.empty(), said));
        }
        return chain;
    }

    private static ErrorFacts of(Throwable thrown) {
        Class<?> type = thrown.getClass();
        String code = thrown instanceof SQLException sql ? safely(sql::getSQLState, "") : "";
        OptionalInt status = thrown instanceof HasHttpStatus http
                ? safely(() -> OptionalInt.of(http.httpStatus()), OptionalInt.empty())
                : OptionalInt.empty();
        return new ErrorFacts(
                type.getName(),
                SUPERTYPES.get(type),
                code.isEmpty() ? null : code,
                status,
                safely(thrown::getMessage, ""));
    }

    /** Foreign code: it may throw, and it may return null. */
    private static <T> T safely(Supplier<@Nullable T> foreign, T otherwise) {
        try {
            T value = foreign.get();
            return value == null ? otherwise : value;
        } catch (Throwable broken) {
            return otherwise;
        }
    }

    private static void collectSupertypes(Class<?> type, Set<String> names) {
        Class<?> superclass = type.getSuperclass();
        if (superclass != null && superclass != Object.class) {
            names.add(superclass.getName());
            collectSupertypes(superclass, names);
        }
        for (Class<?> each : type.getInterfaces()) {
            names.add(each.getName());
            collectSupertypes(each, names);
        }
    }

    /** Reads {@code 503}, {@code HTTP_503}, {@code HTTP 503} and the like. */
    private static OptionalInt statusIn(@Nullable String code) {
        if (code == null || code.length() < 3 || code.length() > 20) return OptionalInt.empty();
        int status = 0;
        for (int i = code.length() - 3; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c < '0' || c > '9') return OptionalInt.empty();
            status = status * 10 + c - '0';
        }
        boolean inRange = status >= 100 && status <= 599;
        return inRange && STATUS_WORDS.contains(lettersBefore(code)) ? OptionalInt.of(status) : OptionalInt.empty();
    }

    private static String lettersBefore(String code) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < code.length() - 3; i++) {
            char c = code.charAt(i);
            if (" _-.:/".indexOf(c) < 0) letters.append(c);
        }
        return letters.toString().toUpperCase(Locale.ROOT);
    }

    /** {@code java.util.Map$Entry} is {@code Map$Entry}. */
    static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
