package dev.redrive.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionNameTest {
    @ParameterizedTest
    @CsvSource({
        "retry, retry",
        "log in, log in",
        "log in failed, fail to log in",
        "channel.hold, hold channel",
        "channel.release, release channel",
        "hold, place legal hold",
        "hold.lift, lift legal hold",
        "retention.run, run retention",
        "cold.restore, restore from archive",
        "alerts snooze, snooze alert",
        "alerts snooze end, end snooze",
        "alerts test, test alerts",
        "bulk archive, archive letters",
        "bulk tag, tag letters",
        "cause ignore, ignore cause",
        "cause note, add note to cause",
        "replay plan, plan replay",
        "replay take over, take over letters for replay",
        "view save, save view",
        "demo break, break demo",
        "of another version, of another version"
    })
    void an_action_is_shown_in_words_and_asked_for_by_either_name(String stored, String shown) {
        assertThat(ActionName.shown(stored)).isEqualTo(shown);
        assertThat(ActionName.stored(shown)).isEqualTo(stored);
        assertThat(ActionName.stored(stored)).isEqualTo(stored);
    }
}
