package dev.redrive.server.access.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.internal.text.Sha256;
import dev.redrive.server.access.Tokens;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings.Token;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

class TokenLoginTest {
    private final TokenLogin login = new TokenLogin(
            new Tokens(List.of(token("ops", "secret-of-ops"), token("admin", "secret-of-admin"))),
            new LoginThrottle(() -> 0));

    private static Token token(String name, String secret) {
        return new Token(name, HexFormat.of().formatHex(Sha256.of(secret)), Role.OPERATOR, List.of());
    }

    private Authentication signIn(String name) {
        UsernamePasswordAuthenticationToken sent =
                UsernamePasswordAuthenticationToken.unauthenticated(name, "secret-of-ops");
        sent.setDetails(new WebAuthenticationDetails(new MockHttpServletRequest()));
        return login.authenticate(sent);
    }

    @Test
    void who_gives_a_name_is_told_apart_from_others_with_the_same_token() {
        assertThat(signIn(" dora ").getName()).isEqualTo("dora (ops)");
        assertThat(signIn("x".repeat(60)).getName()).isEqualTo("x".repeat(60) + " (ops)");
        assertThat(signIn("").getName()).isEqualTo("ops");
        assertThat(signIn("ops").getName()).isEqualTo("ops");
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "secret-of-ops", "secret-of-admin", "a\u202eb", "a\nb", "a\tb"})
    void no_name_is_another_tokens_or_a_token_or_has_characters_that_are_not_seen(String name) {
        assertThatThrownBy(() -> signIn(name)).isInstanceOf(BadCredentialsException.class);
    }

    @Test
    void a_name_is_bounded() {
        assertThatThrownBy(() -> signIn("x".repeat(61))).isInstanceOf(BadCredentialsException.class);
    }
}
