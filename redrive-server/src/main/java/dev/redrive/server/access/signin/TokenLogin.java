package dev.redrive.server.access.signin;

import dev.redrive.server.access.SignedInCaller;
import dev.redrive.server.access.Tokens;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings.Token;
import dev.redrive.server.pages.NameText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** Signs in with a token. People who share one may give their names, so that the audit log tells them apart. */
public final class TokenLogin implements AuthenticationProvider {
    static final int LONGEST_NAME = 60;

    private final Tokens tokens;
    private final LoginThrottle throttle;

    public TokenLogin(Tokens tokens, LoginThrottle throttle) {
        this.tokens = tokens;
        this.throttle = throttle;
    }

    @Override
    public Authentication authenticate(Authentication sent) {
        String address = address(sent);
        Duration wait = throttle.begin(address);
        if (!wait.isZero()) throw new TooManyTries(wait);
        String name = sent.getName().strip();
        Token token = find(name, String.valueOf(sent.getCredentials()))
                .orElseThrow(
                        () -> new BadCredentialsException(
                                "No token like that opens these pages: check that it is complete, and that it may do more than capture."));
        throttle.succeeded(address);
        return UsernamePasswordAuthenticationToken.authenticated(
                new SignedInCaller.WithToken(token, name.equals(token.name()) ? "" : name), null, List.of());
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    private Optional<Token> find(String name, String token) {
        return tokens.find(token)
                .filter(found -> found.name().equals(name) || isOfPerson(name))
                .filter(found -> found.role().includes(Role.VIEWER));
    }

    /** Not of another token, and no token that was pasted into the wrong field: it goes into the audit log. */
    private boolean isOfPerson(String name) {
        return name.length() <= LONGEST_NAME
                && name.equals(NameText.visible(name))
                && name.chars().noneMatch(Character::isISOControl)
                && !tokens.isName(name)
                && tokens.find(name).isEmpty();
    }

    private static String address(Authentication sent) {
        if (sent.getDetails() instanceof WebAuthenticationDetails details) return details.getRemoteAddress();
        throw new IllegalStateException("a sign-in request without a client address");
    }

    /** Too many wrong tries came before this one, which was not looked at. */
    static final class TooManyTries extends AuthenticationException {
        private static final long serialVersionUID = 1L;

        private final Duration wait;

        TooManyTries(Duration wait) {
            super("too many wrong tries");
            this.wait = wait;
        }

        Duration retryAfter() {
            return wait;
        }
    }
}
