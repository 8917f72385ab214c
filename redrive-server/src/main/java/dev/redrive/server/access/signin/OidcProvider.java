package dev.redrive.server.access.signin;

import dev.redrive.server.config.AccessSettings.Oidc;
import dev.redrive.server.web.Problem;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.web.client.RestClient;

/**
 * What the identity provider says about itself, asked when it is needed first: the server starts, and works for programs,
 * while the provider is away.
 */
final class OidcProvider implements ClientRegistrationRepository {
    private static final Logger log = LoggerFactory.getLogger(OidcProvider.class);
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Oidc oidc;
    private final RestClient client;
    private final LongSupplier nanos;
    private @Nullable ClientRegistration known;
    private @Nullable Problem trouble;
    private long askAgain;

    OidcProvider(Oidc oidc, RestClient client, LongSupplier nanos) {
        this.oidc = oidc;
        this.client = client;
        this.nanos = nanos;
    }

    @Override
    public @Nullable ClientRegistration findByRegistrationId(String id) {
        return id.equals(OidcLogin.REGISTRATION) ? registration() : null;
    }

    /** After a failure the provider is not asked for ten seconds: these requests need no credentials, and each holds a thread. */
    private synchronized ClientRegistration registration() {
        if (known != null) return known;
        if (trouble != null && nanos.getAsLong() - askAgain < 0) throw trouble;
        try {
            known = ask();
            return known;
        } catch (RuntimeException e) {
            log.error("sign-in with the identity provider {} does not work: {}", oidc.issuer(), e.toString());
            trouble = away();
            askAgain = nanos.getAsLong() + PAUSE.toNanos();
            throw trouble;
        }
    }

    private ClientRegistration ask() {
        @Nullable
        Map<String, Object> said = client.get()
                .uri(withoutSlash(oidc.issuer()) + "/.well-known/openid-configuration")
                .retrieve()
                .body(new ParameterizedTypeReference<Map<String, Object>>() {});
        if (said == null) throw new IllegalStateException("it said nothing about itself");
        String issuer = String.valueOf(said.get("issuer"));
        if (!withoutSlash(issuer).equals(withoutSlash(oidc.issuer())))
            throw new IllegalStateException(
                    "it calls itself " + issuer + "; redrive.access.oidc.issuer must be the same");
        return ClientRegistrations.fromOidcConfiguration(said)
                .registrationId(OidcLogin.REGISTRATION)
                .clientId(oidc.clientId())
                .clientSecret(oidc.clientSecret())
                .scope("openid", "profile", "email")
                .build();
    }

    private Problem away() {
        return Problem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The identity provider " + oidc.issuer() + " does not answer as it should; the server's log says why."
                        + " Sign in with a token, or try again in " + PAUSE.toSeconds() + " s.");
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
