package dev.redrive.cli.causes;

import dev.redrive.cli.json.Value;

/** Who looks after a cause. */
final class CauseOwner {
    private CauseOwner() {}

    /** The person that it is assigned to, or else {@code team payments}; empty when there is neither. */
    static String of(Value cause) {
        return cause.at("assignee")
                .text()
                .or(() -> cause.at("team").text().map(team -> "team " + team))
                .orElse("");
    }
}
