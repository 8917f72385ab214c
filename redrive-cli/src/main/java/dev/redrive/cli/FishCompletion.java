package dev.redrive.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A completion script for fish, a line for each thing that can be typed. */
final class FishCompletion {
    private final StringBuilder script = new StringBuilder("# fish completion for redrive\n");

    private FishCompletion() {}

    static String of(CommandLine root) {
        FishCompletion fish = new FishCompletion();
        fish.script.append("complete -c redrive -f\n");
        fish.script
                .append("function __redrive_without_command; not __fish_seen_subcommand_from ")
                .append(String.join(" ", root.getSubcommands().keySet()))
                .append("; end\n");
        root.getSubcommands().forEach((name, verb) -> fish.word("__redrive_without_command", name, verb));
        root.getSubcommands().forEach((name, verb) -> fish.verb("__fish_seen_subcommand_from " + name, verb));
        return fish.script.toString();
    }

    /** With what stands below it, such as {@code causes show}. */
    private void verb(String condition, CommandLine verb) {
        List<String> below = new ArrayList<>(verb.getSubcommands().keySet());
        String own = below.isEmpty()
                ? condition
                : condition + "; and not __fish_seen_subcommand_from " + String.join(" ", below);
        verb.getSubcommands().forEach((name, inner) -> word(own, name, inner));
        verb.getCommandSpec().options().forEach(option -> option(own, option));
        verb.getCommandSpec().positionalParameters().forEach(words -> words(own, words));
        verb.getSubcommands()
                .forEach((name, inner) -> verb(condition + "; and __fish_seen_subcommand_from " + name, inner));
    }

    private void word(String condition, String name, CommandLine verb) {
        String[] description = verb.getCommandSpec().usageMessage().description();
        line(condition, "-a " + quoted(name) + described(description));
    }

    private void words(String condition, PositionalParamSpec words) {
        if (words.completionCandidates() != null)
            line(condition, "-a " + quoted(candidates(words.completionCandidates())));
        if (words.paramLabel().equals("FILE")) line(condition, "-F");
    }

    private void option(String condition, OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names())
            names.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                    .append(' ');
        if (option.arity().min() > 0) names.append("-x ");
        if (option.completionCandidates() != null)
            names.append("-a ")
                    .append(quoted(candidates(option.completionCandidates())))
                    .append(' ');
        line(condition, names.toString().strip() + described(option.description()));
    }

    private static String candidates(Iterable<String> words) {
        List<String> all = new ArrayList<>();
        words.forEach(all::add);
        return all.stream().collect(Collectors.joining(" "));
    }

    private static String described(String[] description) {
        return description.length == 0 || description[0].isEmpty()
                ? ""
                : " -d " + quoted(firstSentence(description[0]));
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end + 1)).replace("%%", "%");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private void line(String condition, String rest) {
        script.append("complete -c redrive -n ")
                .append(quoted(condition))
                .append(' ')
                .append(rest)
                .append('\n');
    }
}
