package dev.redrive.cli.command;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that every verb knows; they may stand before the verb, too. */
public final class CommonOptions {
    static final String DEFAULT_URL = "http://localhost:8080";
    static final List<String> LAYOUTS = List.of("table", "wide", "json", "ids");
    static final List<String> COLOURS = List.of("auto", "always", "never");

    /** Those that are followed by a value. */
    private static final Set<String> WITH_VALUE = Set.of("--url", "--token", "--color", "--output", "-o");

    private CommonOptions() {}

    public static boolean takesValue(String option) {
        return WITH_VALUE.contains(option);
    }

    public static void check(String layout) {
        if (!LAYOUTS.contains(layout))
            throw new BadUsage("--output must be one of " + String.join(", ", LAYOUTS) + ", not \"" + layout + "\"");
    }

    public static void describe(CommandSpec spec, Verb verb) {
        spec.addArgGroup(ArgGroupSpec.builder()
                .exclusive(false)
                .validate(false)
                .heading("%nFor every command:%n")
                .order(100)
                .addArg(Opt.text("--url", "URL", "The server; or REDRIVE_URL. Usually " + DEFAULT_URL + "."))
                .addArg(Opt.text(
                        "--token", "TOKEN", "The token of the caller; better REDRIVE_TOKEN, which others cannot see."))
                .addArg(Opt.flag("--json", "JSON for machines, as the server sent it."))
                .addArg(output(verb))
                .addArg(Opt.choice("--color", "WHEN", COLOURS, "auto, always or never."))
                .addArg(Opt.flag("--utc", "Times are read and shown in UTC, not in your own zone."))
                .addArg(Opt.flag("--no-pager", "Long output is not shown page by page."))
                .addArg(Opt.help())
                .build());
    }

    private static OptionSpec output(Verb verb) {
        return verb.hasLayouts()
                ? Opt.choice("-o, --output", "FORM", LAYOUTS, "table, wide (nothing cut or left out), json or ids.")
                : Opt.text("-o, --output", "FILE", "Where to write it.");
    }
}
