package dev.redrive.server.live;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What happens, as server-sent events. */
@RestController
final class EventsApi {
    /** A browser comes back by itself, and has to show again that it may watch. */
    private static final Duration LONGEST = Duration.ofMinutes(30);

    /** Without the encoding in the header, text would be written as Latin-1. */
    private static final MediaType EVENTS = new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final LiveEvents live;
    private final PageChanges pages;

    EventsApi(LiveEvents live, PageChanges pages) {
        this.live = live;
        this.pages = pages;
    }

    @GetMapping("/dlq/events")
    ResponseEntity<SseEmitter> events(HttpServletRequest request) {
        return stream(LiveEvents.MOST_WATCHERS, stream -> live.join(Scope.of(Caller.of(request)), stream));
    }

    /** For the pages of this server. */
    @GetMapping("/live")
    ResponseEntity<SseEmitter> changes(
            HttpServletRequest request,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastSeen) {
        return stream(PageChanges.MOST_WATCHERS, stream -> pages.join(Scope.of(Caller.of(request)), stream, lastSeen));
    }

    private static ResponseEntity<SseEmitter> stream(int most, Function<Watcher.Outlet, Optional<Runnable>> join) {
        SseEmitter emitter = new SseEmitter(LONGEST.toMillis());
        Runnable leave = join.apply(new Stream(emitter))
                .orElseThrow(() -> Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        most + " watch already, which is the most; close a page or try again later"));
        emitter.onCompletion(leave);
        emitter.onTimeout(emitter::complete);
        return ResponseEntity.ok()
                .contentType(EVENTS)
                .cacheControl(CacheControl.noStore())
                // Proxies that gather answers would hold the events back.
                .header("X-Accel-Buffering", "no")
                .body(emitter);
    }

    /** Several events go out in one write, which the emitter's own builder cannot do. */
    private record Stream(SseEmitter emitter) implements Watcher.Outlet {
        @Override
        public void write(String text) throws IOException {
            emitter.send(Set.of(new DataWithMediaType(text, TEXT)));
        }

        @Override
        public void close() {
            emitter.complete();
        }
    }
}
