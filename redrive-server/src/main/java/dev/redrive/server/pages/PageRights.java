package dev.redrive.server.pages;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.web.Problem;

/** Keeps callers to what they may do on pages. */
public final class PageRights {
    private PageRights() {}

    public static void mayAct(Caller caller) {
        if (!caller.may(Role.OPERATOR))
            throw Problem.forbidden("you may look, but changing something needs the role operator");
    }

    /** Causes reach across channels, so they are for callers with all channels. */
    public static void seesAll(Caller caller) {
        seesAll(caller, "causes reach");
    }

    /** For what is about the whole server. */
    public static void seesAll(Caller caller, String what) {
        if (!caller.channels().isEmpty())
            throw Problem.forbidden(what + " across channels, and you may see only some of them");
    }

    public static void mayAdminister(Caller caller) {
        if (!caller.may(Role.ADMIN)) throw Problem.forbidden("you may look, but this needs the role admin");
    }
}
