package dev.redrive.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Response headers that restrict what browsers do with a response. */
final class SecurityHeaders {
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    private SecurityHeaders() {}

    static void write(HttpServletRequest request, HttpServletResponse response, String path) {
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        // Not no-referrer: with it, browsers send "Origin: null" with our own forms.
        response.setHeader("Referrer-Policy", "same-origin");
        response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        if (request.isSecure()) response.setHeader("Strict-Transport-Security", "max-age=31536000");
        if (!isAsset(path)) response.setHeader("Cache-Control", "no-store");
    }

    private static boolean isAsset(String path) {
        return path.startsWith("/assets/") || path.startsWith("/webjars/") || path.equals("/favicon.ico");
    }
}
