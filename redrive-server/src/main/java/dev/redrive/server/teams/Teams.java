package dev.redrive.server.teams;

import dev.redrive.server.config.TeamSettings;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The teams in the order of the settings; the first that matches owns a channel. */
public record Teams(List<TeamSettings> list) {
    public Teams {
        list = List.copyOf(list);
    }

    public Optional<TeamSettings> of(String channel) {
        return of(List.of(channel));
    }

    /** The first that owns one of these channels. */
    public Optional<TeamSettings> of(Collection<String> channels) {
        return list.stream()
                .filter(team -> channels.stream().anyMatch(team::owns))
                .findFirst();
    }

    /** The names of all members, for forms that ask for one. */
    public List<String> members() {
        return list.stream()
                .flatMap(team -> team.members().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
