package dev.redrive.server.config;

import dev.redrive.server.config.TeamSettings.Notify;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import dev.redrive.text.Glob;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code teams}. */
final class TeamReader {
    private static final ValueForm<String> NAME = ValueForms.matching(
            "a name of letters, digits, spaces, dots, dashes and underscores", "[\\p{L}0-9][\\p{L}0-9 ._-]{0,99}");

    private final AlertSettings alerts;
    private final Set<String> names = new HashSet<>();

    private TeamReader(AlertSettings alerts) {
        this.alerts = alerts;
    }

    static List<TeamSettings> read(Section root, AlertSettings alerts) {
        return root.each("teams", new TeamReader(alerts)::team);
    }

    private Optional<TeamSettings> team(Section section) {
        Optional<String> name = section.required("name", NAME);
        name.filter(given -> !names.add(given))
                .ifPresent(given -> section.mistake("name", "there are two teams with the name \"" + given + "\""));
        List<Glob> channels = section.requiredValues("channels", ValueForms.PATTERN);
        List<String> members = section.values("members", ValueForms.TEXT);
        Optional<Notify> notify = section.ifGiven("notify", inside -> Optional.of(NotifyReader.ofTeam(inside, alerts)));
        return name.map(given -> new TeamSettings(
                given, channels, members, notify.filter(found -> !found.names().isEmpty())));
    }
}
