package dev.redrive.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** An identity provider that returns configured claims for every sign-in. */
final class FakeProvider implements AutoCloseable {
    private final HttpServer server;
    private final RSAKey key;
    private volatile String idToken = "";

    FakeProvider() {
        try {
            key = new RSAKeyGenerator(2048).keyID("k").generate();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        answer("/.well-known/openid-configuration", this::description);
        answer("/jwks", () -> new JWKSet(key.toPublicJWK()).toJSONObject());
        answer(
                "/token",
                () -> Map.of("access_token", "a", "token_type", "Bearer", "expires_in", 60, "id_token", idToken));
        server.start();
    }

    String issuer() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    void willSay(String nonce, Map<String, Object> claims) {
        Instant now = InstantSource.system().instant();
        JWTClaimsSet.Builder all = new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject("person-1")
                .audience("redrive")
                .claim("preferred_username", "ada")
                .claim("nonce", nonce)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofMinutes(5))));
        claims.forEach(all::claim);
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k").build(), all.build());
        try {
            jwt.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        idToken = jwt.serialize();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private Map<String, Object> description() {
        return Map.of(
                "issuer", issuer(),
                "authorization_endpoint", issuer() + "/authorize",
                "token_endpoint", issuer() + "/token",
                "jwks_uri", issuer() + "/jwks",
                "response_types_supported", List.of("code"),
                "subject_types_supported", List.of("public"),
                "id_token_signing_alg_values_supported", List.of("RS256"));
    }

    private interface Body {
        Map<String, Object> get();
    }

    private void answer(String path, Body body) {
        var unused = server.createContext(path, exchange -> {
            byte[] bytes = new JsonMapper().writeValueAsString(body.get()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }
}
