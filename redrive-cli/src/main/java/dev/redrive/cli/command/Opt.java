package dev.redrive.cli.command;

import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Options and arguments as verbs describe them. Names come as in {@code "-o, --output"}. */
public final class Opt {
    private static final String BETWEEN = ", ";

    private Opt() {}

    public static OptionSpec flag(String names, String description) {
        return option(names)
                .type(boolean.class)
                .arity("0")
                .description(description)
                .build();
    }

    /** Asks for help: what else is missing does not matter then. */
    static OptionSpec help() {
        return option("-h, --help")
                .type(boolean.class)
                .arity("0")
                .usageHelp(true)
                .description("This text.")
                .build();
    }

    public static OptionSpec text(String names, String label, String description) {
        return option(names)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** May be given several times. */
    public static OptionSpec texts(String names, String label, String description) {
        return option(names)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** One word of some; completion offers them. */
    public static OptionSpec choice(String names, String label, List<String> words, String description) {
        return option(names)
                .type(String.class)
                .paramLabel(label)
                .completionCandidates(words)
                .description(description)
                .build();
    }

    /** Several words of some; completion offers them. */
    public static OptionSpec choices(String names, String label, List<String> words, String description) {
        return option(names)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .paramLabel(label)
                .completionCandidates(words)
                .description(description)
                .build();
    }

    /** A value that may be left out. */
    public static OptionSpec optional(String names, String label, String fallback, String description) {
        return option(names)
                .type(String.class)
                .arity("0..1")
                .fallbackValue(fallback)
                .paramLabel(label)
                .description(description)
                .build();
    }

    public static OptionSpec number(String names, String label, String description) {
        return option(names)
                .type(Integer.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    private static OptionSpec.Builder option(String names) {
        return OptionSpec.builder(names.split(BETWEEN));
    }

    /** Words without a name in front of them; the arity is {@code 1} for just one, or such as {@code 0..*}. */
    public static PositionalParamSpec words(String label, String arity, String description) {
        return positional(label, arity).description(description).build();
    }

    /** One word of some; completion offers them. */
    public static PositionalParamSpec word(String label, List<String> words, String description) {
        return positional(label, "1")
                .completionCandidates(words)
                .description(description)
                .build();
    }

    private static PositionalParamSpec.Builder positional(String label, String arity) {
        PositionalParamSpec.Builder words =
                PositionalParamSpec.builder().paramLabel(label).arity(arity);
        return arity.equals("1")
                ? words.index("0").type(String.class).required(true)
                : words.index("0..*").type(List.class).auxiliaryTypes(String.class);
    }
}
