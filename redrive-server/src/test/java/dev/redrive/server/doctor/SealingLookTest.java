package dev.redrive.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.Redaction;
import dev.redrive.capture.SealKeys;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.memory.InMemoryDeadLetterStore;
import dev.redrive.server.access.Caller;
import dev.redrive.server.access.Role;
import dev.redrive.server.config.Options;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.store.SettableClock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SealingLookTest {
    private static final Caller ADMIN = new Caller("ann", Role.ADMIN, "127.0.0.1", List.of());

    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(SettableClock.standing());

    private static String key(int seed) {
        byte[] key = new byte[SealKeys.KEY_BYTES];
        key[0] = (byte) seed;
        return Base64.getEncoder().encodeToString(key);
    }

    private static Settings settings(String key) {
        return new SettingsReader(Map.of("REDRIVE_SEAL_KEY", key), Options.none())
                .readText("redrive:\n  redaction: [{ path: $.card, mode: seal }]\n", "test")
                .settings();
    }

    @Test
    void letters_that_wait_for_a_key_are_told() {
        Redaction other = Redaction.none().sealing("$.card").with(SealKeys.of("2025", key(1)));
        Redrive before = Redrive.on(store).redact(other).open();
        LetterId id = before.capture(
                        FailedMessage.of("orders", Message.of("{\"card\":\"4711\"}"), new IllegalStateException("x")))
                .id();
        Settings settings = settings(key(2));
        Redrive now = Redrive.on(store).redact(settings.redaction()).open();
        EngineLooks looks = new EngineLooks(now, store, settings);
        Check first = looks.sealing(ADMIN);
        now.handle("orders", letter -> {});

        var unused = now.desk().retry(id, "ann");
        Check second = looks.sealing(ADMIN);

        assertThat(first.status()).isEqualTo(Check.Status.OK);
        assertThat(second.status()).isEqualTo(Check.Status.WARNING);
        assertThat(second.detail()).startsWith("1 letters").contains("default");
        assertThat(looks.list(ADMIN)).extracting(Look::name).contains("sealing");
        now.close();
    }
}
