package dev.redrive.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.server.config.values.Options;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SealingCheckTest {
    private static final Caller ADMIN = new Caller("ann", Role.ADMIN, "127.0.0.1", List.of());

    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(SettableClock.standing());

    private static String key(int fill) {
        byte[] key = new byte[SealKeys.KEY_BYTES];
        key[0] = (byte) fill;
        return Base64.getEncoder().encodeToString(key);
    }

    private static Settings settings(String key) {
        return new SettingsReader(Map.of("REDRIVE_SEAL_KEY", key), Options.none())
                .readText("redrive:\n  redaction: [{ path: $.card, mode: seal }]\n", "test")
                .settings();
    }

    @Test
    void letters_that_wait_for_a_key_are_reported() {
        Redaction other = Redaction.none().sealing("$.card").with(SealKeys.of("2025", key(1)));
        Redrive before = Redrive.on(store).redact(other).open();
        LetterId id = before.capture(
                        FailedMessage.of("orders", Message.of("{\"card\":\"4711\"}"), new IllegalStateException("x")))
                .id();
        Settings settings = settings(key(2));
        Redrive now = Redrive.on(store).redact(settings.redaction()).open();
        EngineChecks looks = new EngineChecks(now, store, settings);
        CheckResult first = looks.sealing(ADMIN);
        now.handle("orders", letter -> {});

        var unused = now.letters().retry(id, "ann");
        CheckResult second = looks.sealing(ADMIN);

        assertThat(first.status()).isEqualTo(CheckResult.Status.OK);
        assertThat(second.status()).isEqualTo(CheckResult.Status.WARNING);
        assertThat(second.detail()).startsWith("1 letter was not sent").contains("default");
        assertThat(looks.list(ADMIN)).extracting(HealthCheck::name).contains("sealing");
        now.close();
    }
}
