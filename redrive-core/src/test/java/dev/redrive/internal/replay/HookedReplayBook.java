package dev.redrive.internal.replay;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** A store whose book of replays does something of a test before or after a call. */
class HookedReplayBook extends ForwardingStore {
    private final Map<String, Runnable> before = new ConcurrentHashMap<>();
    private final Map<String, Runnable> after = new ConcurrentHashMap<>();
    private final ReplayBook book;

    HookedReplayBook(DeadLetterStore behind) {
        super(behind);
        ReplayBook real = behind.replays();
        this.book = (ReplayBook) Proxy.newProxyInstance(
                ReplayBook.class.getClassLoader(), new Class<?>[] {ReplayBook.class}, (proxy, method, args) -> {
                    before.getOrDefault(method.getName(), () -> {}).run();
                    try {
                        Object answer = method.invoke(real, args);
                        after.getOrDefault(method.getName(), () -> {}).run();
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    HookedReplayBook before(String call, Runnable work) {
        before.put(call, work);
        return this;
    }

    HookedReplayBook after(String call, Runnable work) {
        after.put(call, work);
        return this;
    }

    /** As for a node that died: it takes no replay and keeps none. */
    void noLongerReached() {
        Runnable away = () -> {
            throw new StoreUnavailable("the node is dead");
        };
        before("take", away).before("keep", away);
    }

    @Override
    public ReplayBook replays() {
        return book;
    }
}
