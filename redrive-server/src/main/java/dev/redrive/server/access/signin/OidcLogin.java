package dev.redrive.server.access.signin;

import dev.redrive.server.access.AccessRefusals;
import dev.redrive.server.config.AccessSettings.Oidc;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;

/** Sign-in with an identity provider, at {@code /oauth2/authorization/oidc}. */
public final class OidcLogin {
    static final String REGISTRATION = "oidc";
    private static final Logger log = LoggerFactory.getLogger(OidcLogin.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Oidc oidc;
    private final SignInResult signingIn;
    private final LongSupplier nanos;

    public OidcLogin(Oidc oidc, SignInResult signingIn, LongSupplier nanos) {
        this.oidc = oidc;
        this.signingIn = signingIn;
        this.nanos = nanos;
    }

    public void configure(HttpSecurity http) {
        ClientHttpRequestFactory requests = requests();
        http.oauth2Login(login -> login.loginPage(AccessRefusals.LOGIN)
                .clientRegistrationRepository(new OidcProvider(
                        oidc, RestClient.builder().requestFactory(requests).build(), nanos))
                .authorizedClientRepository(new HttpSessionOAuth2AuthorizedClientRepository())
                .authorizationEndpoint(endpoint -> endpoint.authorizationRequestRepository(new OidcPending(nanos)))
                .tokenEndpoint(endpoint -> endpoint.accessTokenResponseClient(tokens(requests)))
                .userInfoEndpoint(endpoint -> endpoint.oidcUserService(new OidcCallers(oidc.rolesClaim(), requests)))
                .successHandler(signingIn::providerSaidYes)
                .failureHandler(signingIn::providerSaidNo)
                .withObjectPostProcessor(answerWhenProviderIsUnavailable()));
        log.info("sign-in with the identity provider {}, which is first contacted at the first sign-in", oidc.issuer());
    }

    private static ClientHttpRequestFactory requests() {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build());
        requests.setReadTimeout(TIMEOUT);
        return requests;
    }

    private static OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> tokens(
            ClientHttpRequestFactory requests) {
        RestClientAuthorizationCodeTokenResponseClient tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(RestClient.builder()
                .requestFactory(requests)
                .configureMessageConverters(converters -> converters
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        return tokens;
    }

    /** Without it, a provider that is away is a bare 500. */
    private ObjectPostProcessor<OAuth2AuthorizationRequestRedirectFilter> answerWhenProviderIsUnavailable() {
        return new ObjectPostProcessor<>() {
            @Override
            public <F extends OAuth2AuthorizationRequestRedirectFilter> F postProcess(F filter) {
                filter.setAuthenticationFailureHandler(signingIn::providerSaidNo);
                return filter;
            }
        };
    }
}
