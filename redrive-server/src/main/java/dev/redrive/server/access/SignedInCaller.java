package dev.redrive.server.access;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.AccessSettings.Token;
import org.springframework.security.core.AuthenticatedPrincipal;

/** A caller with a session. */
public interface SignedInCaller extends AuthenticatedPrincipal {
    Caller callingFrom(String address);

    /**
     * A caller that signed in with a token.
     *
     * @param person the name they gave; empty when they gave none
     */
    record WithToken(Token token, String person) implements SignedInCaller {
        /** The token's name always stands in it, because nobody checks the person's. */
        @Override
        public String getName() {
            return person.isEmpty() ? token.name() : person + " (" + token.name() + ")";
        }

        @Override
        public Caller callingFrom(String address) {
            return new Caller(getName(), token.role(), address, token.channels());
        }
    }
}
