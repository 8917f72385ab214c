package dev.redrive.server.pages;

import dev.redrive.internal.text.LruMap;
import dev.redrive.server.caller.Caller;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Answers open tabs that ask what changed on their page. A page is made once for all tabs with the same address, caller and zone, and
 * a tab gets only the parts and rows that changed since the version it names. Making pages for tabs has a budget of time; when it is used up, tabs
 * are told to come back later.
 */
@Component
public final class LivePages implements HandlerInterceptor, WebMvcConfigurer {
    /** In a request, the version that is shown and the time of the change; in an answer, the version that it is now. */
    public static final String HEADER = "Redrive-Live";

    private static final String ATTRIBUTE = LivePages.class.getName();
    private static final int PAGES = 100;
    private static final int LONGEST = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String LATER = "5";

    private final InstantSource clock;
    private final Map<Key, LivePage> pages = new LruMap<>(PAGES);
    private final TimeBudget budget;

    LivePages(InstantSource clock, TimeBudget budget) {
        this.clock = clock;
        this.budget = budget;
    }

    /** What decides how the parts of a page look. */
    private record Key(String address, @Nullable String query, Caller caller, ZoneId zone) {}

    /** A page that is being made for tabs. */
    private record Making(LivePage page, String shown, Instant begun, long nanos) {}

    static boolean isLive(HttpServletRequest request) {
        return request.getHeader(HEADER) != null;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException, InterruptedException {
        @Nullable String asked = request.getHeader(HEADER);
        if (asked == null || !isPage(handler)) return true;
        String[] words = asked.substring(0, Math.min(LONGEST, asked.length())).split(";", 2);
        Instant changed = changedAt(words.length > 1 ? words[1] : "");
        LivePage page = page(request);
        if (!page.making.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) return later(response);
        boolean goesOn = false;
        try {
            if (page.isFrom(changed)) {
                write(response, page.since(words[0]));
            } else if (budget.isUsedUp()) {
                later(response);
            } else {
                request.setAttribute(ATTRIBUTE, new Making(page, words[0], clock.instant(), System.nanoTime()));
                goesOn = true;
            }
        } finally {
            if (!goesOn) page.making.unlock();
        }
        return goesOn;
    }

    private static boolean isPage(Object handler) {
        return handler instanceof HandlerMethod method && method.getBeanType().isAnnotationPresent(HtmlPage.class);
    }

    /** A tab that names no time, or one to come, gets what is true now. */
    private Instant changedAt(String millis) {
        Instant now = clock.instant();
        try {
            Instant named = Instant.ofEpochMilli(Long.parseLong(millis.strip()));
            return named.isAfter(now) ? now : named;
        } catch (NumberFormatException e) {
            return now;
        }
    }

    /** The address from which somebody calls says nothing about what they may see. */
    private LivePage page(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        Key key = new Key(
                request.getRequestURI(),
                request.getQueryString(),
                new Caller(caller.name(), caller.role(), "", caller.channels()),
                ReaderSettings.of(request).zone());
        synchronized (pages) {
            return pages.computeIfAbsent(key, unused -> new LivePage());
        }
    }

    /** No error: nothing is wrong, and browsers write errors to their consoles. */
    private static boolean later(HttpServletResponse response) {
        response.setStatus(HttpStatus.NO_CONTENT.value());
        response.setHeader(HttpHeaders.RETRY_AFTER, LATER);
        return false;
    }

    /** Takes a whole page and writes what changed of it. False when the request is for the whole page. */
    static boolean answer(HttpServletRequest request, HttpServletResponse response, String html) throws IOException {
        if (!(request.getAttribute(ATTRIBUTE) instanceof Making making)
                || response.getStatus() != HttpStatus.OK.value()) return false;
        making.page().made(LiveParts.of(html), making.begun());
        write(response, making.page().since(making.shown()));
        return true;
    }

    private static void write(HttpServletResponse response, LivePage.Answer answer) throws IOException {
        byte[] bytes = answer.html().getBytes(StandardCharsets.UTF_8);
        response.setContentType(JteView.HTML);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(HEADER, answer.version());
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception thrown) {
        if (!(request.getAttribute(ATTRIBUTE) instanceof Making making)) return;
        making.page().making.unlock();
        budget.spend(Duration.ofNanos(System.nanoTime() - making.nanos()));
    }
}
