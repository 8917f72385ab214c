package dev.redrive.server.access.signin;

import dev.redrive.server.access.SignedInCaller;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.client.RestTemplate;

/** Makes a caller from the claims of the identity provider, with the highest role that they name. */
public final class OidcCallers implements OAuth2UserService<OidcUserRequest, OidcUser> {
    private final String rolesClaim;
    private final OidcUserService users = new OidcUserService();

    OidcCallers(String rolesClaim, ClientHttpRequestFactory requests) {
        this.rolesClaim = rolesClaim;
        RestTemplate template = new RestTemplate(requests);
        template.setErrorHandler(new OAuth2ErrorResponseErrorHandler());
        DefaultOAuth2UserService userInfo = new DefaultOAuth2UserService();
        userInfo.setRestOperations(template);
        users.setOauth2UserService(userInfo);
    }

    @Override
    public OidcUser loadUser(OidcUserRequest request) {
        OidcUser user = users.loadUser(request);
        Role role = role(user.getClaims(), rolesClaim)
                .orElseThrow(() -> new OAuth2AuthenticationException(
                        new OAuth2Error("access_denied"),
                        "The identity provider gave " + name(user)
                                + " none of the roles redrive-viewer, redrive-operator and"
                                + " redrive-admin in the claim " + rolesClaim + "."));
        return new Person(user, name(user), role);
    }

    public static Optional<Role> role(Map<String, Object> claims, String claim) {
        return names(find(claims, claim)).flatMap(name -> known(name).stream()).max(Role::compareTo);
    }

    /** The claim of that name, or one inside another, as in {@code realm_access.roles}. */
    private static @Nullable Object find(Map<?, ?> claims, String claim) {
        if (claims.containsKey(claim)) return claims.get(claim);
        int dot = claim.indexOf('.');
        if (dot < 0 || !(claims.get(claim.substring(0, dot)) instanceof Map<?, ?> inner)) return null;
        return find(inner, claim.substring(dot + 1));
    }

    private static Stream<String> names(@Nullable Object value) {
        if (value instanceof Collection<?> many) return many.stream().map(String::valueOf);
        return value instanceof String text ? Stream.of(text.split("[ ,]+", -1)) : Stream.empty();
    }

    private static Optional<Role> known(String name) {
        return Stream.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)
                .filter(role -> {
                    String word = role.name().toLowerCase(Locale.ROOT);
                    return name.equals(word) || name.equals("redrive-" + word);
                })
                .findFirst();
    }

    private static String name(OidcUser user) {
        return Stream.of(user.getPreferredUsername(), user.getEmail())
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElse(user.getName());
    }

    /** A user of the identity provider. */
    private static final class Person extends DefaultOidcUser implements SignedInCaller {
        private static final long serialVersionUID = 1L;

        private final String name;
        private final Role role;

        Person(OidcUser user, String name, Role role) {
            super(user.getAuthorities(), user.getIdToken(), user.getUserInfo());
            this.name = name;
            this.role = role;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public Caller callingFrom(String address) {
            return new Caller(name, role, address, List.of());
        }
    }
}
