package dev.redrive.spring;

import dev.redrive.Redrive;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.engine.TargetOptions.CircuitOptions;
import dev.redrive.letter.DeadLetter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** A bean's method that handles letters; its signature is checked when it is made. */
final class HandlerMethod {
    /** Gives one parameter its value. */
    private interface Argument {
        @Nullable
        Object of(DeadLetter letter, @Nullable Connection connection);
    }

    private final Supplier<Object> bean;
    private final Method method;
    private final String channel;
    private final TargetOptions options;
    private final List<Argument> arguments = new ArrayList<>();
    private final boolean transactional;
    private final boolean isAsync;

    HandlerMethod(Supplier<Object> bean, Method method, RedriveHandler wanted, @Nullable PayloadReader reader) {
        this.bean = bean;
        this.method = method;
        this.channel = wanted.value();
        if (channel.isBlank()) throw wrong("names no channel");
        this.options = options(wanted);
        this.transactional = takes(Connection.class);
        this.isAsync = CompletionStage.class.isAssignableFrom(method.getReturnType());
        if (!isAsync && method.getReturnType() != void.class)
            throw wrong(
                    "must return nothing, or a CompletionStage that is waited for; make one of a Mono with toFuture()");
        if (isAsync && transactional)
            throw wrong(
                    "takes a Connection and returns a CompletionStage: what it writes must be written when it returns");
        check(reader);
        for (Type type : method.getGenericParameterTypes()) arguments.add(argument(type, reader));
        method.setAccessible(true);
    }

    String channel() {
        return channel;
    }

    // The signature

    private TargetOptions options(RedriveHandler wanted) {
        RedriveHandler.Circuit circuit = wanted.circuit();
        try {
            TargetOptions usual = TargetOptions.defaults()
                    .with(new CircuitOptions(
                            circuit.window(),
                            circuit.minimum(),
                            circuit.failureShare(),
                            DurationStyle.detectAndParse(circuit.openFor()),
                            circuit.probes(),
                            DurationStyle.detectAndParse(circuit.slowAfter())));
            if (wanted.concurrency() != 0) usual = usual.concurrency(wanted.concurrency());
            return wanted.ratePerSecond() == Double.POSITIVE_INFINITY ? usual : usual.perSecond(wanted.ratePerSecond());
        } catch (IllegalArgumentException e) {
            throw wrong("has an option that is not allowed: " + e.getMessage());
        }
    }

    private boolean takes(Class<?> type) {
        return Arrays.asList(method.getParameterTypes()).contains(type);
    }

    private void check(@Nullable PayloadReader reader) {
        List<Class<?>> payloads = Arrays.stream(method.getParameterTypes())
                .filter(type -> type != DeadLetter.class && type != Connection.class)
                .toList();
        if (method.getParameterCount() == 0) throw wrong("takes nothing; let it take the DeadLetter or its payload");
        if (payloads.size() > 1)
            throw wrong("takes the payload more than once: " + payloads + "; other parts are in the DeadLetter");
        for (Class<?> payload : payloads) {
            if (payload.isPrimitive()) throw wrong("takes a " + payload + ", which no payload is");
            if (payload != String.class && payload != byte[].class && reader == null)
                throw wrong("takes a " + payload.getName()
                        + ", and there is no JsonMapper bean to read it; add spring-boot-starter-jackson or take a"
                        + " String, a byte[] or the DeadLetter");
        }
    }

    private static Argument argument(Type type, @Nullable PayloadReader reader) {
        if (type == DeadLetter.class) return (letter, connection) -> letter;
        if (type == Connection.class) return (letter, connection) -> connection;
        if (type == String.class)
            return (letter, connection) -> letter.payload().text();
        if (type == byte[].class || reader == null)
            return (letter, connection) -> letter.payload().bytes();
        return (letter, connection) -> reader.read(letter.payload(), type);
    }

    private IllegalStateException wrong(String what) {
        return new IllegalStateException("@RedriveHandler " + this + " " + what);
    }

    // Handling

    void addTo(Redrive redrive) {
        if (transactional) redrive.handleTransactionally(channel, this::handle, options);
        else if (isAsync) redrive.handleAsync(channel, this::stage, options);
        else redrive.send(channel, Target.of(letter -> handle(letter, null)), options);
    }

    private CompletionStage<?> stage(DeadLetter letter) throws Exception {
        return (CompletionStage<?>)
                Objects.requireNonNull(call(letter, null), () -> this + " returned no CompletionStage");
    }

    private void handle(DeadLetter letter, @Nullable Connection connection) throws Exception {
        call(letter, connection);
    }

    private @Nullable Object call(DeadLetter letter, @Nullable Connection connection) throws Exception {
        @Nullable Object[] values = new @Nullable Object[arguments.size()];
        for (int i = 0; i < values.length; i++) values[i] = arguments.get(i).of(letter, connection);
        try {
            return method.invoke(bean.get(), values);
        } catch (InvocationTargetException e) {
            throw thrownBy(e);
        }
    }

    /** What the method itself threw says what kind of failure it is. */
    private static Exception thrownBy(InvocationTargetException e) {
        Throwable thrown = e.getCause();
        if (thrown instanceof Error error) throw error;
        return thrown instanceof Exception exception ? exception : e;
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
