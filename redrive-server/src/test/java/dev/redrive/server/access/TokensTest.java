package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings.Token;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokensTest {
    private final Tokens tokens = new Tokens(List.of(
            TestServer.token("viewer", Role.VIEWER),
            TestServer.token("admin", Role.ADMIN),
            TestServer.token("ci", Role.PRODUCER)));

    @Test
    void a_token_is_found_by_what_was_sent() {
        assertThat(tokens.find("secret-of-admin")).map(Token::name).contains("admin");
        assertThat(tokens.find("secret-of-ci")).map(Token::role).contains(Role.PRODUCER);
    }

    @Test
    void a_wrong_token_has_no_caller() {
        assertThat(tokens.find("secret-of-admi")).isEmpty();
        assertThat(tokens.find("secret-of-adminn")).isEmpty();
        assertThat(tokens.find("SECRET-OF-ADMIN")).isEmpty();
        assertThat(tokens.find("")).isEmpty();
        assertThat(tokens.find("ü".repeat(10_000))).isEmpty();
    }

    @Test
    void the_hash_itself_opens_nothing() {
        assertThat(tokens.find(TestServer.token("admin", Role.ADMIN).sha256())).isEmpty();
    }

    @Test
    void hashes_are_compared_in_constant_time_only() {
        JavaClasses classes = new ClassFileImporter().importClasses(Tokens.class);

        ArchRuleDefinition.classes()
                .should()
                .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class)
                .check(classes);
        ArchRuleDefinition.noClasses()
                .should()
                .callMethod(Arrays.class, "equals", byte[].class, byte[].class)
                .check(classes);
    }
}
