package dev.redrive.mongo;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.channels.ChannelHolds;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.store.nodes.Nodes;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.views.SavedViews;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store whose server was away when it was opened: every call says that it is unavailable until the server is there, and from then on
 * goes to the store. So captures go to the local journal in the meantime. A proxy, because the port is wide and all of it is
 * passed on alike.
 */
final class LateStore implements InvocationHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LateStore.class);
    private static final int TRY_EVERY_MILLIS = 1000;
    /** Users ask for these once and keep them. */
    private static final Set<Class<?>> BOOKS = Set.of(
            AuditLog.class,
            AlertLog.class,
            MinuteCounts.class,
            ReplayBook.class,
            LegalHolds.class,
            ChannelHolds.class,
            SavedViews.class,
            Nodes.class,
            RetentionLog.class,
            AttributeIndex.class);

    private final Supplier<? extends DeadLetterStore> opening;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-mongo-opening"));
    private final List<Runnable> listeners = new ArrayList<>();
    private volatile String why;
    private volatile @Nullable DeadLetterStore store;
    private boolean isClosed;

    private LateStore(Supplier<? extends DeadLetterStore> opening, StoreUnavailable reason) {
        this.opening = opening;
        this.why = String.valueOf(reason.getMessage());
    }

    /** The store itself when its server is there, else one that becomes it. */
    static DeadLetterStore open(Supplier<? extends DeadLetterStore> opening) {
        try {
            return opening.get();
        } catch (StoreUnavailable e) {
            LOG.warn(
                    "The store is opened when its server is there; until then, captures go to the local journal: {}",
                    e.getMessage());
            return new LateStore(opening, e).begin();
        }
    }

    private DeadLetterStore begin() {
        var unused = thread.scheduleWithFixedDelay(
                this::tryAgain, TRY_EVERY_MILLIS, TRY_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return proxy(DeadLetterStore.class, this);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(LateStore.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void tryAgain() {
        try {
            arrived(opening.get());
        } catch (StoreUnavailable e) {
            LOG.debug("the server is still away", e);
        } catch (StoreException e) {
            refused(String.valueOf(e.getMessage()));
        }
    }

    /** Said once, not at every try. */
    private void refused(String message) {
        if (!message.equals(why)) LOG.warn("The store cannot be opened, and will be tried again: {}", message);
        why = message;
    }

    private synchronized void arrived(DeadLetterStore opened) {
        thread.shutdown();
        if (isClosed) {
            opened.close();
            return;
        }
        listeners.forEach(opened::onSignal);
        store = opened;
        LOG.info("The store is there");
    }

    private DeadLetterStore store() {
        DeadLetterStore opened = store;
        if (opened == null) throw new StoreUnavailable(why);
        return opened;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) return call(method, this, arguments);
        if (BOOKS.contains(method.getReturnType())) return book(method);
        return switch (method.getName()) {
            case "clock" -> (InstantSource) this::now;
            case "onSignal" -> listen((Runnable) given(arguments));
            case "close" -> close();
            default -> call(method, store(), arguments);
        };
    }

    private static Object given(Object @Nullable [] arguments) {
        if (arguments == null) throw new IllegalArgumentException("an argument is missing");
        return arguments[0];
    }

    private Object book(Method ofStore) {
        return proxy(ofStore.getReturnType(), (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) return call(method, this, arguments);
            Object book = call(ofStore, store(), null);
            if (book == null) throw new IllegalStateException("the store has no " + ofStore.getName());
            return call(method, book, arguments);
        });
    }

    private static @Nullable Object call(Method method, Object on, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** The clock of this machine until the server's can be asked. */
    private Instant now() {
        DeadLetterStore opened = store;
        return (opened == null ? InstantSource.system() : opened.clock()).instant();
    }

    private synchronized @Nullable Object listen(Runnable wake) {
        DeadLetterStore opened = store;
        if (opened == null) listeners.add(wake);
        else opened.onSignal(wake);
        return null;
    }

    private @Nullable Object close() {
        thread.shutdownNow();
        DeadLetterStore opened = closed();
        if (opened != null) opened.close();
        return null;
    }

    private synchronized @Nullable DeadLetterStore closed() {
        isClosed = true;
        return store;
    }
}
