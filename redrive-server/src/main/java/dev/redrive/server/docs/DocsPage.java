package dev.redrive.server.docs;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.util.HtmlUtils;

/** The page around Swagger UI. Its script is a file of ours, so that no inline script is needed. */
final class DocsPage {
    /** Swagger UI writes style attributes; scripts stay as strict as everywhere. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                    + " img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    private static final String POM = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String WEBJAR = "/webjars/swagger-ui/" + version();

    private static final String HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>API · Redrive</title>
                <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="%1$s/swagger-ui.css">
                <link rel="stylesheet" href="/assets/docs.css">
            </head>
            <body>
            <header class="docs-top"><a href="/">Redrive</a> <span>HTTP API</span> <a href="/openapi.json">openapi.json</a></header>
            <main id="docs" data-csrf-header="%2$s" data-csrf-token="%3$s">
                <noscript>This page needs JavaScript. The same description is at <a href="/openapi.json">/openapi.json</a>.</noscript>
            </main>
            <script src="%1$s/swagger-ui-bundle.js"></script>
            <script src="/assets/docs.js"></script>
            </body>
            </html>
            """;

    private DocsPage() {}

    static byte[] html(HttpServletRequest request) {
        String header = "";
        String token = "";
        if (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken form) {
            header = form.getHeaderName();
            token = form.getToken();
        }
        return HTML.formatted(WEBJAR, HtmlUtils.htmlEscape(header), HtmlUtils.htmlEscape(token))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The folder inside the WebJar is named after its version. */
    private static String version() {
        try (InputStream in = Objects.requireNonNull(DocsPage.class.getResourceAsStream(POM), POM)) {
            Properties properties = new Properties();
            properties.load(in);
            return Objects.requireNonNull(properties.getProperty("version"), POM);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
