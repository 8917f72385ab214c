package dev.redrive.server.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseCookie;
import org.springframework.web.util.WebUtils;

/** A cookie that is also sent on the redirect from an identity provider, and that scripts do not see. */
public record LaxCookie(String name, String path) {
    public Optional<String> read(HttpServletRequest request) {
        return Optional.ofNullable(WebUtils.getCookie(request, name)).map(Cookie::getValue);
    }

    public void forget(HttpServletRequest request, HttpServletResponse response) {
        set(request, response, "", Duration.ZERO);
    }

    public void set(HttpServletRequest request, HttpServletResponse response, String value, Duration age) {
        response.addHeader(
                "Set-Cookie",
                ResponseCookie.from(name, value)
                        .path(path)
                        .maxAge(age)
                        .httpOnly(true)
                        .secure(request.isSecure())
                        .sameSite("Lax")
                        .build()
                        .toString());
    }
}
