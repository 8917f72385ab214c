package dev.redrive.server.replays;

import dev.redrive.json.JsonFields;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.pages.TimeText;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes which letters a replay selects.
 *
 * @param cause the id of their cause, if they chose just that
 * @param text what they have in common
 * @param isByIds whether they were chosen one by one
 * @param notes what else was said about it
 */
public record SelectionText(Optional<String> cause, String text, boolean isByIds, Optional<String> notes) {
    private static final String CRITERIA = "filterCriteria";
    private static final Set<String> CAUSE =
            Set.of("cause", "causes", "causeId", "lastCause", "lastCauses", "lastCauseId", "anyCause", "anyCauses");
    private static final Set<String> OTHER_CRITERIA = Set.of("startDate", "endDate");
    private static final Set<String> TIMES = Set.of("from", "to", "startDate", "endDate");
    private static final int SHOWN = 5;
    private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    /** With times in UTC. */
    static SelectionText in(Replay replay) {
        return in(replay, ZoneOffset.UTC);
    }

    static SelectionText in(Replay replay, ZoneId zone) {
        byte[] asked = replay.asked().text().getBytes(StandardCharsets.UTF_8);
        Reading reading = JsonStreams.read(asked, new Reading(zone)::readAll);
        return reading.chosen(titles(replay.plan()));
    }

    /** The titles of the causes that the plan names, by id. */
    private static Map<String, String> titles(ReplayPlan plan) {
        Map<String, String> titles = new LinkedHashMap<>();
        Stream.concat(plan.causes().stream(), plan.lastCauses().stream()).forEach(cause -> {
            if (cause.title() != null) titles.put(cause.id().toString(), cause.title());
        });
        return titles;
    }

    /** Reads a selection. One that an application wrote may have members that are unknown here. */
    private static final class Reading {
        private final Map<String, List<String>> criteria = new LinkedHashMap<>();
        private List<String> ids = List.of();
        private @Nullable String idsInAll;
        private @Nullable String notes;
        private final ZoneId zone;

        Reading(ZoneId zone) {
            this.zone = zone;
        }

        Reading readAll(JsonFields in) {
            if (!in.isObject()) in.skip();
            else while (in.nextField()) field(in);
            return this;
        }

        private void field(JsonFields in) {
            String name = in.name();
            if (name.equals(CRITERIA) && in.isObject()) {
                while (in.nextField()) criterion(in);
            } else if (CAUSE.contains(name) || OTHER_CRITERIA.contains(name)) {
                criterion(in);
            } else {
                other(in);
            }
        }

        private void other(JsonFields in) {
            switch (in.name()) {
                case "ids" -> ids = values(in);
                case "idsInAll" -> idsInAll = String.join(" ", values(in));
                case "notes" -> notes = String.join(" ", values(in));
                default -> in.skip();
            }
        }

        private void criterion(JsonFields in) {
            criteria.put(in.name(), values(in));
        }

        private static List<String> values(JsonFields in) {
            List<String> values = new ArrayList<>();
            if (in.isArray()) while (in.nextElement()) values.add(value(in));
            else values.add(value(in));
            return values;
        }

        private static String value(JsonFields in) {
            return in.isObject() || in.isArray() ? in.value().text() : Objects.requireNonNullElse(in.word(""), "");
        }

        SelectionText chosen(Map<String, String> titles) {
            return new SelectionText(
                    cause(titles),
                    text(titles),
                    idsInAll != null || !ids.isEmpty(),
                    Optional.ofNullable(notes).filter(text -> !text.isBlank()));
        }

        private Optional<String> cause(Map<String, String> titles) {
            if (criteria.size() != 1) return Optional.empty();
            return CAUSE.stream()
                    .map(name -> criteria.getOrDefault(name, List.of()))
                    .filter(values -> values.size() == 1 && titles.containsKey(values.get(0)))
                    .map(values -> values.get(0))
                    .findFirst();
        }

        private String text(Map<String, String> titles) {
            if (idsInAll != null) return idsInAll + " letters by their ids";
            if (!ids.isEmpty()) return ids.size() == 1 ? "1 letter by its id" : ids.size() + " letters by their ids";
            if (criteria.isEmpty()) return "what an application chose";
            return criteria.entrySet().stream()
                    .map(criterion -> words(criterion.getKey(), criterion.getValue(), titles))
                    .collect(Collectors.joining(", "));
        }

        private String words(String name, List<String> values, Map<String, String> titles) {
            String shown = values.stream()
                    .limit(SHOWN)
                    .map(value -> value(name, value, titles))
                    .collect(Collectors.joining(" or "));
            int more = values.size() - SHOWN;
            return name(name) + " " + shown + (more > 0 ? " or " + more + " more" : "");
        }

        private String value(String name, String value, Map<String, String> titles) {
            if (TIMES.contains(name)) return time(value);
            return CAUSE.contains(name) ? titles.getOrDefault(value, value) : value;
        }

        /** What is no time of the server's stays as it was written. */
        private String time(String value) {
            try {
                Instant time = Instant.parse(value);
                return new TimeText(time, time, zone).exact();
            } catch (DateTimeException e) {
                return value;
            }
        }

        private static String name(String name) {
            return switch (name) {
                case "causes", "causeId", "anyCause", "anyCauses" -> "cause";
                case "lastCause", "lastCauses", "lastCauseId" -> "fails now with";
                case "q" -> "text";
                case "startDate" -> "from";
                case "endDate" -> "to";
                default -> NEXT_WORD.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
            };
        }
    }
}
