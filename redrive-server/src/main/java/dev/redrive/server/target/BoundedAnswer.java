package dev.redrive.server.target;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Receives one answer. It reads a small body to its end, so that the connection can be used again, and hangs up on one that
 * goes on and on.
 */
final class BoundedAnswer implements HttpResponse.BodyHandler<Void>, HttpResponse.BodySubscriber<Void> {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int NO_CONTENT = 204;

    private final Duration patience;
    private final long began = System.nanoTime();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private volatile HttpResponse.@Nullable ResponseInfo head;
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean hasEnded;
    private long received;

    /** A body that has not ended when it is over is cut. */
    BoundedAnswer(Duration patience) {
        this.patience = patience;
    }

    boolean hasBegun() {
        return head != null;
    }

    Outbound.Answer read() {
        HttpResponse.ResponseInfo info = head;
        if (info == null) throw new IllegalStateException("there is no answer yet");
        return new Outbound.Answer(info.statusCode(), info.headers(), text(info.headers()));
    }

    // Receiving

    @Override
    public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo info) {
        head = info;
        if (mayHaveBody(info)) {
            long left = patience.toNanos() - (System.nanoTime() - began);
            done.completeOnTimeout(null, Math.max(1, left), TimeUnit.NANOSECONDS);
        }
        return this;
    }

    private static boolean mayHaveBody(HttpResponse.ResponseInfo info) {
        return info.statusCode() != NO_CONTENT
                && info.headers().firstValueAsLong("content-length").orElse(1) > 0;
    }

    @Override
    public CompletionStage<Void> getBody() {
        return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) take(buffer);
        if (received > MOST_BYTES) done.complete(null);
    }

    private void take(ByteBuffer buffer) {
        received += buffer.remaining();
        synchronized (body) {
            int room = MOST_BYTES - body.size();
            byte[] bytes = new byte[Math.min(room, buffer.remaining())];
            buffer.get(bytes);
            body.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable thrown) {
        hasEnded = true;
        done.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        hasEnded = true;
        done.complete(null);
    }

    /** Drops the rest of a body that exceeds the limit. */
    void close() {
        Flow.Subscription open = subscription;
        if (open != null && !hasEnded) open.cancel();
    }

    // Reading

    private String text(HttpHeaders headers) {
        if (!isText(headers)) return "";
        synchronized (body) {
            return body.toString(StandardCharsets.UTF_8);
        }
    }

    private static boolean isText(HttpHeaders headers) {
        if (headers.firstValue("content-encoding").isPresent()) return false;
        String type = headers.firstValue("content-type").orElse("text/plain").toLowerCase(Locale.ROOT);
        return type.startsWith("text/") || type.contains("json") || type.contains("xml");
    }
}
