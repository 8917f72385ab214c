package dev.redrive.server.replays;

import dev.redrive.json.Json;
import dev.redrive.ledger.Replay;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.json.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * What a plan found, as far as the server acts on it.
 *
 * @param count the letters that are in the plan
 * @param notAllowed letters that are meant and cannot be tried, because of their status
 * @param notFound the ids that no letter has
 * @param channels the channels that are named in it
 * @param isComplete false when it has letters of more channels than it names
 */
record PlanFindings(long count, long notAllowed, long notFound, Set<String> channels, boolean isComplete) {
    PlanFindings {
        channels = Set.copyOf(channels);
    }

    static PlanFindings in(Json plan) {
        byte[] text = plan.text().getBytes(StandardCharsets.UTF_8);
        return JsonFields.read(text, 0, text.length, PlanFindings::read);
    }

    private static PlanFindings read(JsonFields in) {
        long count = 0;
        long notAllowed = 0;
        long notFound = 0;
        long others = 0;
        Set<String> channels = new LinkedHashSet<>();
        while (in.nextField()) {
            switch (in.name()) {
                case "count" -> count = number(in);
                case "notAllowed" -> notAllowed = number(in);
                case "notFound" -> notFound = number(in);
                case "otherChannels" -> others = number(in);
                case "channels" -> readChannels(in, channels);
                default -> in.skip();
            }
        }
        return new PlanFindings(count, notAllowed, notFound, channels, others == 0);
    }

    private static long number(JsonFields in) {
        return Objects.requireNonNullElse(in.number(in.name(), 0, Long.MAX_VALUE), 0L);
    }

    private static void readChannels(JsonFields in, Set<String> channels) {
        if (!in.enterArray("channels")) return;
        while (in.nextElement()) {
            while (in.nextField()) {
                String name = in.name().equals("name") ? in.text("name") : null;
                if (name != null) channels.add(name);
                else in.skip();
            }
        }
    }

    /**
     * Whoever is limited to channels sees the replays whose channels are all theirs. Of one without channels, or with more
     * than it names, that is known only of its maker's own.
     */
    static boolean maySee(Caller caller, Replay replay) {
        Scope scope = Scope.of(caller);
        if (scope.isAll()) return true;
        PlanFindings found = in(replay.plan());
        boolean isKnown = found.isComplete && !found.channels.isEmpty();
        return found.areIn(scope) && (isKnown || caller.name().equals(replay.by()));
    }

    /** The same for somebody whose name is not known. */
    boolean areAllIn(Scope scope) {
        return scope.isAll() || (isComplete && !channels.isEmpty() && areIn(scope));
    }

    private boolean areIn(Scope scope) {
        return channels.stream().allMatch(scope::includes);
    }
}
