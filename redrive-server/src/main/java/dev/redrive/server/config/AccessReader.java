package dev.redrive.server.config;

import dev.redrive.internal.text.Sha256;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings.Oidc;
import dev.redrive.server.config.AccessSettings.Token;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads {@code access}, and the variables that are tokens. */
final class AccessReader {
    private static final int SHORT = 16;

    private static final ValueForm<Role> ROLE =
            ValueForms.oneOf(Role.values(), role -> role.name().toLowerCase(Locale.ROOT));
    private static final ValueForm<String> HASH = ValueForms.matching(
                    "the SHA-256 of the token: 64 hexadecimal digits", "[0-9a-fA-F]{64}")
            .map(hash -> hash.toLowerCase(Locale.ROOT))
            .hidden();
    private static final ValueForm<String> TOKEN = ValueForms.matching(
                    "a token of 1 to 1000 letters, digits or - . _ ~ + / =", "[A-Za-z0-9._~+/=-]{1,1000}")
            .hidden();

    /** Names and hashes, each with the name of the token that has it. */
    private final Map<String, String> seen = new HashMap<>();

    private final List<String> warnings;

    private AccessReader(List<String> warnings) {
        this.warnings = warnings;
    }

    static AccessSettings read(Section root, List<String> warnings) {
        AccessReader reader = new AccessReader(warnings);
        List<Token> tokens = new ArrayList<>(reader.tokensInVariables(root));
        return root.inside("access", section -> {
            tokens.addAll(section.each("tokens", reader::token));
            return new AccessSettings(
                    tokens,
                    section.ifGiven("oidc", AccessReader::oidc),
                    section.values("mask", ValueForms.JSON_PATH),
                    section.values("hosts", ValueForms.HOST_NAME));
        });
    }

    private List<Token> tokensInVariables(Section root) {
        List<Token> tokens = new ArrayList<>();
        for (Role role : Role.values()) {
            String variable = "REDRIVE_" + role.name() + "_TOKEN";
            Optional<String> token = root.variable(variable, TOKEN);
            token.ifPresent(text -> warnIfShort(text, variable));
            String name = role.name().toLowerCase(Locale.ROOT);
            token.map(Sha256::hex)
                    .map(hash -> new Token(name, hash, role, List.of()))
                    .filter(made -> isNew(made, mistake -> root.mistakeOf(variable, mistake)))
                    .ifPresent(tokens::add);
        }
        return tokens;
    }

    private Optional<Token> token(Section section) {
        Optional<String> name = section.required("name", ValueForms.TEXT);
        Optional<String> hash = hash(section, name.orElse("?"));
        Optional<Role> role = section.required("role", ROLE);
        List<Glob> channels = section.values("channels", ValueForms.PATTERN);
        if (name.isEmpty() || hash.isEmpty() || role.isEmpty()) return Optional.empty();
        return Optional.of(new Token(name.get(), hash.get(), role.get(), channels))
                .filter(made -> isNew(made, section::mistake));
    }

    private Optional<String> hash(Section section, String name) {
        if (section.isGiven("token") == section.isGiven("sha256")) {
            section.mistake("must have either a token or its sha256, such as token: ${ORDERS_TOKEN}");
            return Optional.empty();
        }
        if (section.isGiven("sha256")) return section.value("sha256", HASH);
        Optional<String> token = section.value("token", TOKEN);
        token.ifPresent(text -> warnIfShort(text, "of " + name));
        return token.map(Sha256::hex);
    }

    private void warnIfShort(String token, String which) {
        if (token.length() < SHORT) {
            warnings.add("the token " + which + " has fewer than " + SHORT + " characters and may be guessed;"
                    + " make one with: openssl rand -hex 32");
        }
    }

    /** The same token for two roles would make it a matter of chance what its owner may do. */
    private boolean isNew(Token token, Consumer<String> mistakes) {
        String sameName = seen.putIfAbsent("name " + token.name(), token.name());
        String sameToken = seen.putIfAbsent("hash " + token.sha256(), token.name());
        if (sameName != null) mistakes.accept("there are two tokens with the name \"" + token.name() + "\"");
        if (sameToken != null) {
            mistakes.accept("\"" + token.name() + "\" and \"" + sameToken + "\" are the same token; give each its own");
        }
        return sameName == null && sameToken == null;
    }

    private static Optional<Oidc> oidc(Section section) {
        Optional<String> issuer = section.required("issuer", ValueForms.URL).map(String::valueOf);
        Optional<String> client = section.required("client-id", ValueForms.TEXT);
        Optional<String> secret = section.required("client-secret", ValueForms.SECRET);
        String claim = section.value("roles-claim", ValueForms.TEXT).orElse("roles");
        if (issuer.isEmpty() || client.isEmpty() || secret.isEmpty()) return Optional.empty();
        return Optional.of(new Oidc(issuer.get(), client.get(), secret.get(), claim));
    }
}
