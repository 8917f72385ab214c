package dev.redrive.server.access;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.AccessSettings.Token;
import org.springframework.security.core.AuthenticatedPrincipal;

/** A caller with a session. */
public interface SignedInCaller extends AuthenticatedPrincipal {
    Caller callingFrom(String address);

    /** A caller that signed in with a token. */
    record WithToken(Token token) implements SignedInCaller {
        @Override
        public String getName() {
            return token.name();
        }

        @Override
        public Caller callingFrom(String address) {
            return new Caller(token.name(), token.role(), address, token.channels());
        }
    }
}
