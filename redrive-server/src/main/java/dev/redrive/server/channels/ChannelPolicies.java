package dev.redrive.server.channels;

import dev.redrive.Letters;
import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which policies are in force for the open letters of a channel, and why. */
public final class ChannelPolicies {
    private static final int MOST = 5;

    private final Letters letters;
    private final List<Policy> own;
    private final Policies policies;

    ChannelPolicies(Letters letters, List<Policy> own) {
        this.letters = letters;
        this.own = own;
        this.policies = new Policies(own);
    }

    /**
     * The policy for the letters of one error type.
     *
     * @param letters how many are open
     * @param why which rule chose it
     */
    public record InForce(
            String errorType, Category category, Retryability retryability, long letters, Policy policy, String why) {}

    /** Of the error types with the most open letters, as the newest letter of each was classified. */
    List<InForce> of(String channel, Tallies tallies) {
        List<InForce> found = new ArrayList<>();
        tallies.byErrorType().entrySet().stream()
                .filter(type -> type.getValue().open() > 0)
                .sorted(Comparator.comparingLong((Map.Entry<String, StatusCounts> type) ->
                                -type.getValue().open())
                        .thenComparing(Map.Entry::getKey))
                .limit(MOST)
                .forEach(type -> newest(channel, type.getKey())
                        .map(letter -> inForce(letter, type.getValue().open()))
                        .ifPresent(found::add));
        return found;
    }

    private Optional<Summary> newest(String channel, String errorType) {
        Filter filter = Filter.builder().channel(channel).errorType(errorType).build();
        return letters.search(Query.newest(filter, 1)).items().stream().findFirst();
    }

    private InForce inForce(Summary letter, long open) {
        Policy policy =
                policies.policyFor(letter.channel(), letter.errorType(), letter.category(), letter.retryability());
        return new InForce(letter.errorType(), letter.category(), letter.retryability(), open, policy, why(policy));
    }

    private String why(Policy policy) {
        int place = own.indexOf(policy);
        String words = words(policy.match());
        if (place >= 0) return "rule " + (place + 1) + " of redrive.policies: " + words;
        return "built in: " + words;
    }

    private static String words(Match match) {
        List<String> words = new ArrayList<>();
        add(words, "category", match.category());
        add(words, "retryability", match.retryability());
        add(words, "channel", pattern(match.channel()));
        add(words, "error type", pattern(match.errorType()));
        return words.isEmpty() ? "every other letter" : String.join(", ", words);
    }

    private static @Nullable String pattern(@Nullable Glob glob) {
        return glob == null ? null : glob.pattern();
    }

    private static void add(List<String> words, String name, @Nullable Object value) {
        if (value != null) words.add(name + " " + value);
    }
}
