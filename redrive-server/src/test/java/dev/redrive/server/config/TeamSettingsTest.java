package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.text.Glob;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TeamSettingsTest {
    private static final String MAIL = "notify: { email: { host: mail.example.com, to: [ops@example.com] } }\n";

    @Test
    void a_team_has_channels_members_and_notification_channels_of_its_own() {
        List<TeamSettings> teams = SettingsFixture.file(MAIL + """
                teams:
                  - name: payments
                    channels: [ "payment.*", refunds ]
                    members: [ ann, bob ]
                    notify:
                      email: [ payments@example.com ]
                      slack: https://hooks.example.com/x
                      webhook: { url: "https://example.com/in", secret: very-secret }
                  - { name: "Shop 2", channels: "orders" }
                """).teams();

        assertThat(teams).hasSize(2);
        TeamSettings payments = teams.get(0);
        assertThat(payments.name()).isEqualTo("payments");
        assertThat(payments.channels()).containsExactly(new Glob("payment.*"), new Glob("refunds"));
        assertThat(payments.members()).containsExactly("ann", "bob");
        TeamSettings.Notify notify = payments.alerts().orElseThrow();
        assertThat(notify.names()).containsExactly("email", "slack", "webhook");
        assertThat(notify.email().orElseThrow().host()).isEqualTo("mail.example.com");
        assertThat(notify.email().orElseThrow().to()).containsExactly("payments@example.com");
        assertThat(notify.slack()).contains(URI.create("https://hooks.example.com/x"));
        assertThat(teams.toString()).doesNotContain("very-secret", "hooks.example.com");
        assertThat(teams.get(1).alerts()).isEmpty();
    }

    @Test
    void a_team_owns_what_its_patterns_match() {
        TeamSettings team = SettingsFixture.file("teams: [ { name: a, channels: [ 'payment.*', refunds ] } ]")
                .teams()
                .get(0);

        assertThat(List.of("payment.eu", "refunds")).allMatch(team::owns);
        assertThat(List.of("payments", "refunds.eu")).noneMatch(team::owns);
    }

    @Test
    void what_is_switched_off_for_all_is_off_for_teams() {
        Settings settings = SettingsFixture.both(
                Map.of("ENABLE_SLACK_ALERTS", "false", "ENABLE_EMAIL_ALERTS", "false"),
                "teams: [ { name: a, channels: a, notify: { slack: 'https://x.example/', email: a@example.com } } ]");

        assertThat(settings.teams().get(0).alerts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ channels: a }                                           | teams[0].name",
                "{ name: a }                                               | teams[0].channels",
                "{ name: '', channels: a }                                 | teams[0].name",
                "{ name: a, channels: a, notify: { pager: x } }            | there is no such key; allowed here: email, slack, webhook",
                "{ name: a, channels: a, notify: [ slack ] }               | teams[0].notify",
                "{ name: a, channels: a, notify: { slack: nowhere } }      | teams[0].notify.slack",
                "{ name: a, channels: a, notify: { email: a@example.com } }| needs a mail server; set redrive.notify.email",
                "{ name: a, channels: a }, { name: a, channels: b }        | there are two teams with the name"
            })
    void what_cannot_be_is_refused_by_name(String team, String mistake) {
        assertThat(SettingsFixture.mistakes("teams: [ " + team + " ]"))
                .singleElement()
                .asString()
                .contains(mistake);
    }
}
