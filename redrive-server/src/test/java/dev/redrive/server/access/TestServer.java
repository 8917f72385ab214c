package dev.redrive.server.access;

import dev.redrive.internal.capture.Capturer;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.AccessConfiguration;
import dev.redrive.server.access.signin.RoleRefusalPage;
import dev.redrive.server.access.signin.SessionCookie;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.AccessSettings.Oidc;
import dev.redrive.server.config.AccessSettings.Token;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.ArchiveSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.web.Problem;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.text.Glob;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** A real server with nothing but the access rules, whose every page shows the caller. */
final class TestServer implements AutoCloseable {
    private final ConfigurableApplicationContext context;
    private final HttpClient client = HttpClient.newHttpClient();

    private TestServer(Settings settings, Audit audit) {
        this(settings, audit, System::nanoTime);
    }

    private TestServer(Settings settings, Audit audit, LongSupplier nanos) {
        context = new SpringApplicationBuilder(Parts.class, SessionCookie.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "server.forward-headers-strategy=native",
                        "spring.main.banner-mode=off",
                        "spring.jmx.enabled=false",
                        "logging.level.root=warn")
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(Settings.class, () -> settings);
                    beans.registerBean(Audit.class, () -> audit);
                    beans.registerBean(
                            AccessConfiguration.class, () -> new AccessConfiguration(settings, audit, nanos));
                    beans.registerBean(RouterFunction.class, TestServer::everything);
                    beans.registerBean(FastCapture.class, Shortcut::new);
                    beans.registerBean(
                            RefusalPage.class,
                            () -> new RoleRefusalPage(
                                    new PageFrames(settings, InstantSource.system(), caller -> RailCounts.NONE, false),
                                    new JteViewResolver()));
                })
                .run();
    }

    static TestServer open(Audit audit) {
        return new TestServer(
                settings(new AccessSettings(List.of(), Optional.empty(), List.of(), List.of()), 1_000), audit);
    }

    /** One token for each role, named like it, and one for an administrator of orders only. */
    static TestServer closed(Audit audit) {
        return new TestServer(settings(closedAccess(Optional.empty()), 1_000), audit);
    }

    /** The same, with a clock that the test moves. */
    static TestServer closed(Audit audit, int requestsPerSecond, LongSupplier nanos) {
        return new TestServer(settings(closedAccess(Optional.empty()), requestsPerSecond), audit, nanos);
    }

    static TestServer withProvider(Oidc oidc, Audit audit) {
        return new TestServer(settings(closedAccess(Optional.of(oidc)), 1_000), audit);
    }

    int port() {
        return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    Duration sessionTimeout() {
        ServletContext servlets = Objects.requireNonNull(((WebApplicationContext) context).getServletContext());
        return Duration.ofMinutes(servlets.getSessionTimeout());
    }

    /** The filters that a request with a token passes. */
    List<Filter> filtersOfPrograms() {
        return context.getBean("programs", SecurityFilterChain.class).getFilters();
    }

    URI at(String path) {
        return URI.create("http://localhost:" + port() + path);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<String> post(String path, String form, String... headers) {
        return send(HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .headers(headers)
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    @Override
    public void close() {
        context.close();
    }

    static Token token(String name, Role role, Glob... channels) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(("secret-of-" + name).getBytes(StandardCharsets.UTF_8));
            return new Token(name, HexFormat.of().formatHex(hash), role, List.of(channels));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AccessSettings closedAccess(Optional<Oidc> oidc) {
        List<Token> tokens = List.of(
                token("producer", Role.PRODUCER),
                token("viewer", Role.VIEWER),
                token("operator", Role.OPERATOR),
                token("admin", Role.ADMIN),
                token("orders", Role.ADMIN, new Glob("orders.*")));
        return new AccessSettings(tokens, oidc, List.of(), List.of());
    }

    private static Settings settings(AccessSettings access, int requestsPerSecond) {
        return new Settings(
                "memory:",
                Capturer.SpillFile.DEFAULT_PATIENCE,
                new Settings.Http(
                        InetAddress.getLoopbackAddress(),
                        0,
                        1_000_000,
                        1_000_000,
                        requestsPerSecond,
                        Duration.ofSeconds(1),
                        false),
                Optional.empty(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                new Settings.Engine(1, Duration.ofSeconds(30), Duration.ofSeconds(30)),
                ArchiveSettings.none(),
                RetentionRules.everywhere(Retention.defaults()),
                Redaction.none(),
                Optional.empty(),
                new AlertSettings(
                        List.of(),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(15),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                List.of(),
                access,
                List.of(),
                Map.of());
    }

    private static RouterFunction<ServerResponse> everything() {
        return RouterFunctions.route(request -> true, TestServer::who);
    }

    private static ServerResponse who(ServerRequest request) throws Exception {
        HttpServletRequest servlet = request.servletRequest();
        if (servlet.getRequestURI().equals("/login") && servlet.getAttribute("_csrf") instanceof CsrfToken token)
            return ServerResponse.ok().body(token.getToken());
        Caller caller = Caller.of(servlet);
        String principal = servlet.getUserPrincipal() == null ? "" : " and a principal";
        return ServerResponse.ok().body(caller.name() + " " + caller.role() + principal);
    }

    /** Takes JSON and returns the caller, unless it is set to fail. */
    private static final class Shortcut implements FastCapture {
        @Override
        public String path() {
            return "/dlq";
        }

        @Override
        public boolean takes(HttpServletRequest request) {
            return "application/json".equals(request.getContentType());
        }

        @Override
        public void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (body.equals("bad")) throw Problem.badRequest("this is bad");
            if (body.equals("worse")) throw new IllegalStateException("of our insides");
            Caller caller = Caller.of(request);
            response.getWriter().write("at once: " + caller.name() + " " + caller.role());
        }
    }

    @ImportAutoConfiguration({
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        HttpMessageConvertersAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        SecurityAutoConfiguration.class,
        ServletWebSecurityAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class
    })
    static class Parts {}
}
