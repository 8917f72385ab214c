package dev.redrive.server.config;

import dev.redrive.json.JsonPath;
import dev.redrive.server.caller.Role;
import dev.redrive.text.Glob;
import java.util.List;
import java.util.Optional;

/** Tokens, OIDC and channels of callers. Without tokens and OIDC, only this machine may. */
public record AccessSettings(List<Token> tokens, Optional<Oidc> oidc, List<JsonPath> masked, List<String> hosts) {
    public AccessSettings {
        tokens = List.copyOf(tokens);
        masked = List.copyOf(masked);
        hosts = List.copyOf(hosts);
    }

    public boolean isOpen() {
        return tokens.isEmpty() && oidc.isEmpty();
    }

    /**
     * A token, of which only the SHA-256 is kept.
     *
     * @param sha256 the hash in lower-case hexadecimal
     * @param channels what it is limited to; empty means everything
     */
    public record Token(String name, String sha256, Role role, List<Glob> channels) {
        public Token {
            channels = List.copyOf(channels);
        }
    }

    /** Sign-in with an identity provider; the roles are read from a claim. */
    public record Oidc(String issuer, String clientId, String clientSecret, String rolesClaim) {
        /** Without the secret. */
        @Override
        public String toString() {
            return "Oidc[" + clientId + " at " + issuer + "]";
        }
    }
}
