package dev.redrive.server;

import dev.redrive.server.access.AccessRefusals;
import dev.redrive.server.access.CallerResolver;
import dev.redrive.server.access.FastCapture;
import dev.redrive.server.access.FastCaptureFilter;
import dev.redrive.server.access.HostGuard;
import dev.redrive.server.access.RefusalPage;
import dev.redrive.server.access.RequestFilter;
import dev.redrive.server.access.RequestLimit;
import dev.redrive.server.access.RoleFilter;
import dev.redrive.server.access.Tokens;
import dev.redrive.server.access.signin.LoginThrottle;
import dev.redrive.server.access.signin.OidcLogin;
import dev.redrive.server.access.signin.SessionCookie;
import dev.redrive.server.access.signin.SignInResult;
import dev.redrive.server.access.signin.TokenLogin;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.session.DisableEncodeUrlFilter;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;

/**
 * Authentication in two ways. Requests with an Authorization header pass two filters and leave nothing behind, since
 * captures come that way. All others may belong to a browser with a session, which wants more care.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
public class AccessConfiguration {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final AccessSettings access;
    private final Audit audit;
    private final Tokens tokens;
    private final LongSupplier nanos;
    private final LoginThrottle throttle;
    private final AccessRefusals refusals = new AccessRefusals();
    private final RequestFilter requestFilter;

    @Autowired
    public AccessConfiguration(Settings settings, Audit audit) {
        this(settings, audit, System::nanoTime);
    }

    public AccessConfiguration(Settings settings, Audit audit, LongSupplier nanos) {
        this.access = settings.access();
        this.audit = audit;
        this.tokens = new Tokens(access.tokens());
        this.nanos = nanos;
        this.throttle = new LoginThrottle(nanos);
        RequestLimit limit = new RequestLimit(settings.http().requestsPerSecond(), nanos);
        this.requestFilter = new RequestFilter(limit, new HostGuard(access), refusals);
    }

    /** Before all other filters, which captures do not need, except the one that bounds memory. */
    @Bean
    FilterRegistrationBean<FastCaptureFilter> fastCaptureFilter(FastCapture fastCapture) {
        FilterRegistrationBean<FastCaptureFilter> filter = new FilterRegistrationBean<>(
                new FastCaptureFilter(fastCapture, requestFilter, roleFilterForPrograms(), access.isOpen()));
        filter.setUrlPatterns(List.of(fastCapture.path()));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return filter;
    }

    @Bean
    @Order(1)
    SecurityFilterChain programs() {
        return new DefaultSecurityFilterChain(
                request -> request.getHeader("Authorization") != null, requestFilter, roleFilterForPrograms());
    }

    private RoleFilter roleFilterForPrograms() {
        return new RoleFilter(
                access.isOpen() ? CallerResolver::onThisMachine : CallerResolver.byToken(tokens),
                refusals,
                (request, response, problem) -> refusals.write(response, problem));
    }

    @Bean
    @Order(2)
    SecurityFilterChain browsers(ObjectProvider<HttpSecurity> security, ObjectProvider<RefusalPage> pages) {
        // Pages are made later than filters.
        RefusalPage page = (request, response, problem) -> pages.getObject().show(request, response, problem);
        return access.isOpen()
                ? new DefaultSecurityFilterChain(
                        AnyRequestMatcher.INSTANCE,
                        requestFilter,
                        new RoleFilter(CallerResolver::onThisMachine, refusals, page))
                : sessions(security.getObject(), page);
    }

    /** A path that could be read in two ways, a header with control characters. */
    @Bean
    RequestRejectedHandler malformed() {
        return (request, response, why) -> refusals.write(
                response,
                Problem.badRequest("The method, the path or a header is not one that this server takes: check it for"
                        + " double slashes, semicolons, encoded slashes and control characters."));
    }

    /** A span for each filter of each request costs more than it tells. */
    @Bean
    SecurityObservationSettings withoutSpans() {
        return SecurityObservationSettings.noObservations();
    }

    private SecurityFilterChain sessions(HttpSecurity http, RefusalPage page) {
        SignInResult signingIn = new SignInResult(tokens, throttle, audit, refusals);
        http.headers(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                .servletApi(AbstractHttpConfigurer::disable)
                .addFilterBefore(requestFilter, DisableEncodeUrlFilter.class)
                .addFilterBefore(new RoleFilter(CallerResolver::inSession, refusals, page), AuthorizationFilter.class)
                .csrf(csrf -> csrf.csrfTokenRepository(formTokens())
                        .requireCsrfProtectionMatcher(AccessConfiguration::needsFormToken))
                .exceptionHandling(handling -> handling.authenticationEntryPoint(
                                (request, response, why) -> refusals.unknown(request, response))
                        .accessDeniedHandler((request, response, why) ->
                                refusals.badForm(request, response, Problem.forbidden(FORM_TOKEN))))
                .authenticationProvider(new TokenLogin(tokens, throttle))
                .formLogin(login -> login.loginPage(AccessRefusals.LOGIN)
                        .usernameParameter("name")
                        .passwordParameter("token")
                        .successHandler(signingIn::tokenWasRight)
                        .failureHandler(signingIn::tokenWasWrong))
                .logout(logout -> logout.deleteCookies(SessionCookie.NAME)
                        .logoutSuccessHandler((request, response, who) ->
                                AccessRefusals.redirect(response, AccessRefusals.LOGIN + "?out")));
        access.oidc().ifPresent(oidc -> new OidcLogin(oidc, signingIn, nanos).configure(http));
        return http.build();
    }

    private static final String FORM_TOKEN =
            "The form token is missing or too old: load the page again. Scripts send it as"
                    + " X-CSRF-TOKEN, forms as _csrf; programs use a bearer token instead.";

    /** A request without a session has nothing that another site could use, except during the sign-in. */
    private static boolean needsFormToken(HttpServletRequest request) {
        if (SAFE.contains(request.getMethod())) return false;
        return RoleFilter.path(request).equals(AccessRefusals.LOGIN) || request.getSession(false) != null;
    }

    /** In a cookie and not in the session, so that the login page needs none. */
    private static CookieCsrfTokenRepository formTokens() {
        CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
        tokens.setCookieName("REDRIVE_CSRF");
        tokens.setCookiePath("/");
        tokens.setHeaderName("X-CSRF-TOKEN");
        tokens.setParameterName("_csrf");
        tokens.setCookieCustomizer(cookie -> cookie.sameSite("Strict").httpOnly(true));
        return tokens;
    }
}
