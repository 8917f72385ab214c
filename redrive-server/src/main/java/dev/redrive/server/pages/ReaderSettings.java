package dev.redrive.server.pages;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;

/**
 * What a reader chose for all pages, kept in cookies of the browser: colours and the zone of times.
 *
 * @param theme empty means the one of the system
 * @param isUtc true when times are shown in UTC by choice
 * @param zone the zone of times on the pages; UTC until the browser has said its own
 */
public record ReaderSettings(Optional<String> theme, boolean isUtc, ZoneId zone) {
    static final String THEME = "redrive-theme";
    static final String ZONE = "redrive-zone";

    /** For readers that chose nothing yet. */
    public static final ReaderSettings USUAL = new ReaderSettings(Optional.empty(), false, ZoneOffset.UTC);

    private static final String UTC = "UTC";
    private static final int LONGEST = 64;

    public static ReaderSettings of(HttpServletRequest request) {
        Optional<String> theme = cookie(request, THEME).filter(word -> word.equals("light") || word.equals("dark"));
        String zone = cookie(request, ZONE).orElse("");
        if (zone.equals(UTC)) return new ReaderSettings(theme, true, ZoneOffset.UTC);
        return new ReaderSettings(theme, false, zone(zone));
    }

    private static Optional<String> cookie(HttpServletRequest request, String name) {
        for (Cookie cookie : Objects.requireNonNullElse(request.getCookies(), new Cookie[0])) {
            if (cookie.getName().equals(name) && cookie.getValue().length() <= LONGEST)
                return Optional.of(cookie.getValue());
        }
        return Optional.empty();
    }

    /** A cookie can be anything. */
    private static ZoneId zone(String name) {
        if (name.isEmpty()) return ZoneOffset.UTC;
        try {
            return ZoneId.of(URLDecoder.decode(name, StandardCharsets.UTF_8));
        } catch (DateTimeException | IllegalArgumentException e) {
            return ZoneOffset.UTC;
        }
    }

    /** What the switch of the zone says; the script of the pages writes the same words. */
    public String zoneWords() {
        return isUtc ? "Times: UTC" : "Times: own zone";
    }

    /** For the browser, which draws its own parts, such as scroll bars, in these colours. */
    public String colorScheme() {
        return theme.orElse("light dark");
    }
}
