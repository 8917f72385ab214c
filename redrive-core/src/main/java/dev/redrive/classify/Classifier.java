package dev.redrive.classify;

import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what kind of failure it is: the first rule that matches wins, the user's rules before the built-in ones. Safe to
 * use from many threads.
 */
public final class Classifier {
    private static final int REMEMBERED = 1024;
    private static final int MESSAGE_LIMIT = 2000;
    private static final Classification UNKNOWN =
            new Classification(Category.UNKNOWN, Retryability.UNKNOWN, "no rule matches");

    private final List<Rule> rules;
    private final List<Classification> verdicts;
    private final int[] messageRules;
    /** How many of the rules are the user's; they stand before the others. */
    private final int own;

    /** The first rule that matches without reading messages; failures repeat, and their types and codes are few. */
    private final Map<List<Key>, Integer> remembered = new ConcurrentHashMap<>();

    public Classifier(List<Rule> users) {
        List<Rule> all = new ArrayList<>();
        List<Classification> outcomes = new ArrayList<>();
        this.own = users.size();
        for (Rule rule : users) {
            if (!rule.hasCondition()) {
                throw new IllegalArgumentException("a classification rule to " + rule.category()
                        + " has no condition; give it an error-type, code, http-status or message, or"
                        + " error-type \"*\"");
            }
            all.add(rule);
            outcomes.add(verdict("configured", rule));
        }
        for (Rule rule : BuiltInRules.ALL) {
            all.add(rule);
            outcomes.add(verdict("built in", rule));
        }
        this.rules = List.copyOf(all);
        this.verdicts = List.copyOf(outcomes);
        this.messageRules = IntStream.range(0, all.size())
                .filter(i -> all.get(i).readsMessage())
                .toArray();
    }

    public Classification classify(List<ErrorFacts> chain) {
        return verdict(winner(chain));
    }

    private Classification verdict(int winner) {
        return winner < rules.size() ? verdicts.get(winner) : UNKNOWN;
    }

    private int winner(List<ErrorFacts> chain) {
        int first = withoutMessages(chain);
        return Math.min(first, byMessages(chain, first));
    }

    /** What a sender says of its failure counts for more than the built-in rules, and for less than the user's own. */
    public Classification classify(List<ErrorFacts> chain, @Nullable Category said) {
        int winner = winner(chain);
        if (said != null && winner >= own) return new Classification(said, said.retryability(), "as its sender says");
        return verdict(winner);
    }

    private int withoutMessages(List<ErrorFacts> chain) {
        List<Key> key = chain.stream().map(Key::of).toList();
        Integer known = remembered.get(key);
        if (known != null) return known;
        int found = search(chain);
        if (remembered.size() >= REMEMBERED) remembered.clear();
        if (key.stream().allMatch(Key::isSmall)) remembered.put(key, found);
        return found;
    }

    private int search(List<ErrorFacts> chain) {
        for (int i = 0; i < rules.size(); i++) {
            Rule rule = rules.get(i);
            if (rule.readsMessage()) continue;
            for (ErrorFacts facts : chain) {
                if (rule.matches(facts, "")) return i;
            }
        }
        return rules.size();
    }

    private int byMessages(List<ErrorFacts> chain, int before) {
        if (messageRules.length == 0 || messageRules[0] >= before) return before;
        List<String> messages = chain.stream().map(Classifier::lowerCaseMessage).toList();
        for (int rule : messageRules) {
            if (rule >= before) return before;
            for (int i = 0; i < chain.size(); i++) {
                if (rules.get(rule).matches(chain.get(i), messages.get(i))) return rule;
            }
        }
        return before;
    }

    private static String lowerCaseMessage(ErrorFacts facts) {
        String message = facts.message();
        String start = ShortText.cut(message, MESSAGE_LIMIT);
        return start.toLowerCase(Locale.ROOT);
    }

    private static Classification verdict(String origin, Rule rule) {
        return new Classification(rule.category(), rule.retryability(), origin + ": " + rule.describe());
    }

    private record Key(
            String type, Set<String> supertypes, @Nullable String code, OptionalInt httpStatus) {
        static Key of(ErrorFacts facts) {
            return new Key(facts.type(), facts.supertypes(), facts.code(), facts.httpStatus());
        }

        boolean isSmall() {
            return type.length() <= 200 && (code == null || code.length() <= 100);
        }
    }
}
