package dev.redrive.server.pages;

import dev.redrive.letter.DeadLetter;
import dev.redrive.server.access.Caller;
import dev.redrive.server.access.Role;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Filter;
import dev.redrive.store.FilterBuilder;

/** Keeps callers to the channels and the deeds that are theirs. */
final class Scope {
    private Scope() {}

    /** The letters of a channel, or of all that the caller may use when it is empty. */
    static FilterBuilder of(Caller caller, String channel) {
        FilterBuilder filter = Filter.builder();
        if (!channel.isEmpty()) {
            if (!caller.mayUse(channel)) throw Problem.forbidden("you may not see the channel " + channel);
            return filter.channel(channel);
        }
        caller.channels().forEach(glob -> filter.channel(glob.pattern()));
        return filter;
    }

    static void check(Caller caller, DeadLetter letter) {
        if (!caller.mayUse(letter.channel()))
            throw Problem.forbidden("you may not see letters of the channel " + letter.channel());
    }

    static void mayAct(Caller caller) {
        if (!caller.may(Role.OPERATOR))
            throw Problem.forbidden("you may look, but changing something needs the role operator");
    }

    /** Causes reach across channels, so they are for those who see all of them. */
    static void seesAll(Caller caller) {
        if (!caller.channels().isEmpty())
            throw Problem.forbidden("causes reach across channels, and you may see only some of them");
    }
}
