package dev.redrive.server.web;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP as Tomcat speaks it, with a deadline for the head of a request. Tomcat's own timeouts begin again with every byte, so
 * that a client that sends a byte now and then could hold a connection for ever, and many of them all connections.
 */
public final class HeadDeadline extends Http11NioProtocol {
    static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(HeadDeadline.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    private @Nullable Future<?> looking;

    /** Tomcat makes it, by its name. */
    public HeadDeadline() {}

    @Override
    public void start() throws Exception {
        super.start();
        looking = getUtilityExecutor()
                .scheduleWithFixedDelay(
                        () -> closeThoseBehind(DEADLINE), EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (looking != null) looking.cancel(false);
        super.stop();
    }

    /** Closes connections whose request began longer ago than this and has no whole head yet. */
    void closeThoseBehind(Duration deadline) {
        long now = System.nanoTime();
        for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
            if (!isBehind(connection, now, deadline)) continue;
            LOG.debug("{} did not send the head of its request in time", connection.getRemoteAddr());
            connection.close();
        }
    }

    /** Only a request that waits for more of its head, or for an answer in the background, is left with its connection. */
    private static boolean isBehind(SocketWrapperBase<NioChannel> connection, long now, Duration deadline) {
        if (!(connection.getCurrentProcessor() instanceof Processor processor) || processor.isAsync()) return false;
        long start = processor.getRequest().getStartTimeNanos();
        return start >= 0 && now - start > deadline.toNanos();
    }
}
