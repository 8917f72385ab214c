package dev.redrive.server.access;

import dev.redrive.internal.text.Sha256;
import dev.redrive.server.config.AccessSettings.Token;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tokens that are accepted, known by their hashes only. */
public final class Tokens {
    private final List<Known> known;

    public Tokens(List<Token> tokens) {
        known = tokens.stream().map(Known::new).toList();
    }

    /** Compares with every token to the end, so that the time it takes tells nothing about which one was near. */
    public Optional<Token> find(String sent) {
        byte[] hash = Sha256.of(sent);
        @Nullable Token found = null;
        for (Known each : known) if (MessageDigest.isEqual(each.hash, hash)) found = each.token;
        return Optional.ofNullable(found);
    }

    public boolean isName(String name) {
        return known.stream().anyMatch(each -> each.token.name().equals(name));
    }

    private static final class Known {
        private final Token token;
        private final byte[] hash;

        Known(Token token) {
            this.token = token;
            this.hash = HexFormat.of().parseHex(token.sha256());
        }
    }
}
