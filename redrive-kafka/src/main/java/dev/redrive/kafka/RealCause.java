package dev.redrive.kafka;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks behind exceptions that only say that something else was thrown. */
final class RealCause {
    private static final int DEPTH = 16;

    /** By name: some of them are of libraries that need not be there. */
    private static final Set<String> WRAPPERS = Set.of(
            "java.util.concurrent.ExecutionException",
            "java.util.concurrent.CompletionException",
            "java.lang.reflect.InvocationTargetException",
            "java.lang.reflect.UndeclaredThrowableException",
            "org.springframework.kafka.listener.ListenerExecutionFailedException",
            "org.springframework.kafka.listener.BatchListenerFailedException",
            "org.springframework.kafka.listener.TimestampedException",
            "org.springframework.kafka.KafkaException",
            "org.springframework.messaging.MessageHandlingException");

    private RealCause() {}

    static Throwable of(Throwable thrown) {
        Throwable real = thrown;
        for (int i = 0; i < DEPTH && WRAPPERS.contains(real.getClass().getName()); i++) {
            Throwable cause = cause(real);
            if (cause == null) return real;
            real = cause;
        }
        return real;
    }

    /** Foreign code: it may throw. */
    private static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException broken) {
            return null;
        }
    }
}
