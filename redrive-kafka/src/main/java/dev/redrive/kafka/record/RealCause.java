package dev.redrive.kafka.record;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Unwraps exceptions that only say that another one was thrown. */
public final class RealCause {
    private static final int DEPTH = 16;

    /** By name: some of them are of libraries that need not be there. */
    private static final Set<String> WRAPPERS = Set.of(
            "java.util.concurrent.ExecutionException",
            "java.util.concurrent.CompletionException",
            "java.lang.reflect.InvocationTargetException",
            "java.lang.reflect.UndeclaredThrowableException",
            "dev.redrive.kafka.record.ErrorInListener",
            "org.springframework.kafka.listener.ListenerExecutionFailedException",
            "org.springframework.kafka.listener.BatchListenerFailedException",
            "org.springframework.kafka.listener.TimestampedException",
            "org.springframework.kafka.KafkaException",
            "org.springframework.messaging.MessageHandlingException");

    /** They say what kind of failure it is, and what they wrap says why. */
    private static final Set<String> OF_DESERIALIZATION = Set.of(
            "org.springframework.kafka.support.serializer.DeserializationException",
            "org.apache.kafka.common.errors.RecordDeserializationException",
            "org.apache.kafka.common.errors.SerializationException");

    private RealCause() {}

    /** Whether an exception of this class that has a cause says less than its cause. */
    public static boolean isWrapper(String type) {
        return WRAPPERS.contains(type) || OF_DESERIALIZATION.contains(type);
    }

    /** The exception to report. */
    public static Throwable of(Throwable thrown) {
        return unwrapped(thrown, RealCause::isWrapper);
    }

    /** The same, but a failure to deserialize stays one. */
    public static Throwable withItsKind(Throwable thrown) {
        return unwrapped(thrown, WRAPPERS::contains);
    }

    private static Throwable unwrapped(Throwable thrown, Predicate<String> isWrapper) {
        Throwable real = thrown;
        for (int i = 0; i < DEPTH && isWrapper.test(real.getClass().getName()); i++) {
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
