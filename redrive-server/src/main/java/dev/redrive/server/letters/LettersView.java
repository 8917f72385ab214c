package dev.redrive.server.letters;

import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.target.NoTarget;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Total;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Everything on the page of letters.
 *
 * @param reach how far a search for text came
 * @param older the address of the page with the next letters
 * @param withoutTarget the channels of shown letters that have no way back from here
 * @param maySearch false for a caller that sees masked payloads
 * @param criteria the filter as the API takes it for many letters, in JSON
 * @param besideId of the letter that stands beside the list
 * @param beside empty when it is gone, or not for this reader
 * @param switchBeside the address of the list with a letter beside it, or without
 * @param mistake why the filter cannot be used; there are no letters then
 * @param range the time that was asked for, as a sentence ends with it
 * @param sameFilter the parameters of the filter, for forms that change something else
 */
public record LettersView(
        List<Summary> items,
        Total total,
        SearchReach reach,
        Optional<String> older,
        boolean isFirstPage,
        List<Chip> chips,
        List<String> channels,
        List<String> errorTypes,
        List<String> withoutTarget,
        Set<Column> columns,
        Order order,
        boolean maySearch,
        Map<String, List<String>> sameFilter,
        String time,
        Optional<String> range,
        String text,
        String criteria,
        ViewPicker picker,
        Optional<String> besideId,
        Optional<LetterView> beside,
        String switchBeside,
        Optional<Mistake> mistake) {

    /** One condition of the filter, and the address without it. */
    public record Chip(String word, String name, String value, String without) {}

    /** What cannot be read as it was typed, and in which condition that is. */
    public record Mistake(String field, String text) {
        static Mistake of(Problem problem) {
            return new Mistake(
                    Objects.toString(problem.extras().get("field"), ""),
                    Objects.requireNonNullElse(problem.getMessage(), ""));
        }
    }

    /** What is wrong in a condition that stands in the filter line; with an empty name, what stands nowhere in it. */
    public Optional<String> wrong(String word) {
        return mistake.filter(found -> place(found.field()).equals(word)).map(Mistake::text);
    }

    private String place(String field) {
        boolean hasField = field.equals("q") || field.equals("time") || field.equals("order");
        return hasField || chips.stream().anyMatch(chip -> chip.word().equals(field)) ? field : "";
    }

    /** How letters are sorted. */
    public enum Order {
        NEWEST("newest first", Query.Sort.CREATED_AT, Query.Direction.DESC),
        OLDEST("oldest first", Query.Sort.CREATED_AT, Query.Direction.ASC),
        CHANGED("last changed first", Query.Sort.UPDATED_AT, Query.Direction.DESC),
        URGENT("highest priority first", Query.Sort.PRIORITY, Query.Direction.DESC),
        RETRIED("most retries first", Query.Sort.RETRY_COUNT, Query.Direction.DESC);

        private final String title;
        private final Query.Sort sort;
        private final Query.Direction direction;

        Order(String title, Query.Sort sort, Query.Direction direction) {
            this.title = title;
            this.sort = sort;
            this.direction = direction;
        }

        public String title() {
            return title;
        }

        Query.Sort sort() {
            return sort;
        }

        Query.Direction direction() {
            return direction;
        }

        /** Which way ids go in this order; empty when they are in none. */
        public String ids() {
            if (sort != Query.Sort.CREATED_AT) return "";
            return direction == Query.Direction.DESC ? "down" : "up";
        }

        /** The word in the address. */
        public String word() {
            return NameText.lower(this);
        }
    }

    /** What can be done with many letters, in the order of its buttons. */
    public enum Bulk {
        REPLAY("Replay …", "r", "Plan a replay of the selected letters; nothing is sent before you start it"),
        ARCHIVE("Archive", "a", "Close the selected letters as resolved by hand"),
        DISCARD("Discard", "d", "Close the selected letters as worthless"),
        TAG("Tag …", "+", "Add a tag to the selected letters");

        private final String title;
        private final String key;
        private final String hint;

        Bulk(String title, String key, String hint) {
            this.title = title;
            this.key = key;
            this.hint = hint;
        }

        public String title() {
            return title;
        }

        public String key() {
            return key;
        }

        public String hint() {
            return hint;
        }
    }

    /** What a row shows beside status and error. */
    public enum Column {
        CAPTURED("Captured", true),
        CHANNEL("Channel", true),
        KEY("Key", true),
        RETRIES("Retries", true),
        NEXT("Next retry", true),
        EVENT("Event id", false),
        CAUSE("Cause", false),
        CATEGORY("Category", false),
        PRIORITY("Priority", false),
        TAGS("Tags", false),
        CHANGED("Last change", false),
        ID("Id", false);

        private final String title;
        private final boolean isUsual;

        Column(String title, boolean isUsual) {
            this.title = title;
            this.isUsual = isUsual;
        }

        public String title() {
            return title;
        }

        public boolean isUsual() {
            return isUsual;
        }

        /** The word in the address. */
        public String word() {
            return NameText.lower(this);
        }
    }

    /** The words of the columns that are shown unless others are chosen. */
    public String usualColumns() {
        return Arrays.stream(Column.values())
                .filter(Column::isUsual)
                .map(Column::word)
                .collect(Collectors.joining(" "));
    }

    public boolean shows(Column column) {
        return columns.contains(column);
    }

    public boolean isFiltered() {
        return !chips.isEmpty();
    }

    /** Whether there is nothing at all that a list could have in it. */
    public boolean isEmptyQueue() {
        return items.isEmpty() && !isFiltered() && isFirstPage && reach.complete();
    }

    /** Whether it waits only because its channel has no target. */
    public boolean hasNoTarget(Summary letter) {
        return letter.state().status().isOpen() && withoutTarget.contains(letter.channel());
    }

    /** How to give a channel a target. */
    public String howToSend(String channel) {
        return NoTarget.text(channel);
    }

    /** {@code 12 letters}, {@code more than 10 000 letters}; of a search that has not come to its end, what it found so far. */
    public String count() {
        String words = NameText.count(total.count(), "letter", "letters");
        return total.isLowerBound() && reach.complete() ? "more than " + words : words;
    }

    /** What stands behind the count of a filtered list. */
    public String countedAs() {
        if (!reach.complete()) return "found so far";
        return total.count() == 1 ? "matches" : "match";
    }

    /** All that match, for a choice of them; without a number while a search goes on. */
    public String all() {
        return reach.complete() ? count() : "that match";
    }

    public static List<LetterStatus> statuses() {
        return List.of(LetterStatus.values());
    }

    public static String key(Summary letter) {
        if (letter.key() == null) return "";
        return letter.key().isText() ? NameText.line(letter.key().text()) : "binary";
    }
}
