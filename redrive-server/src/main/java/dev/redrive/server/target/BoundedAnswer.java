package dev.redrive.server.target;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Receives one answer. It reads a small body to its end, so that the connection can be used again, and hangs up on one that
 * goes on and on.
 */
final class BoundedAnswer implements HttpResponse.BodyHandler<Void>, HttpResponse.BodySubscriber<Void> {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int EXCERPT = 200;
    private static final int MOST_BYTES_PER_CHARACTER = 4;

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final ByteArrayOutputStream start = new ByteArrayOutputStream();
    private volatile HttpResponse.@Nullable ResponseInfo head;
    private Flow.@Nullable Subscription subscription;
    private long received;

    boolean hasBegun() {
        return head != null;
    }

    Outbound.Answer read() {
        HttpResponse.ResponseInfo info = head;
        if (info == null) throw new IllegalStateException("there is no answer yet");
        return new Outbound.Answer(info.statusCode(), info.headers(), excerpt(info.headers()));
    }

    // Receiving

    @Override
    public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo info) {
        head = info;
        return this;
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
        if (received > MOST_BYTES && subscription != null) {
            subscription.cancel();
            done.complete(null);
        }
    }

    private void take(ByteBuffer buffer) {
        received += buffer.remaining();
        synchronized (start) {
            int room = EXCERPT * MOST_BYTES_PER_CHARACTER - start.size();
            byte[] bytes = new byte[Math.min(room, buffer.remaining())];
            buffer.get(bytes);
            start.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable thrown) {
        done.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        done.complete(null);
    }

    // Reading

    private String excerpt(HttpHeaders headers) {
        if (!isText(headers)) return "";
        synchronized (start) {
            return oneLine(start.toString(StandardCharsets.UTF_8), EXCERPT);
        }
    }

    private static boolean isText(HttpHeaders headers) {
        if (headers.firstValue("content-encoding").isPresent()) return false;
        String type = headers.firstValue("content-type").orElse("text/plain").toLowerCase(Locale.ROOT);
        return type.startsWith("text/") || type.contains("json") || type.contains("xml");
    }

    /** Without control characters, and without a half of a character at the end. */
    static String oneLine(String text, int most) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        if (line.length() <= most) return line;
        int end = Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most;
        return line.substring(0, end);
    }
}
