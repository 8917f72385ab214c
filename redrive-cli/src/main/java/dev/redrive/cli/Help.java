package dev.redrive.cli;

import dev.redrive.cli.command.CommonOptions;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.terminal.Console;
import dev.redrive.cli.terminal.Palette;
import dev.redrive.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** What the program says about itself. */
final class Help {
    private static final int NARROWEST = 55;
    private static final int USUAL = 100;
    private static final int WIDEST = 110;

    private Help() {}

    /** A verb with its own options and those that all have. */
    static CommandSpec spec(String name, Verb verb) {
        CommandSpec spec = CommandSpec.create().name("redrive " + name);
        verb.describe(spec);
        CommonOptions.describe(spec, verb);
        spec.usageMessage().sortOptions(false).sortSynopsis(false).abbreviateSynopsis(true);
        return spec;
    }

    static int of(CommandLine line, Console console) {
        int width = console.terminal().width();
        line.setUsageHelpWidth(width == Terminal.ENDLESS ? USUAL : Math.max(NARROWEST, Math.min(width, WIDEST)));
        console.print(line.getUsageMessage(console.palette() == Palette.COLOURED ? Ansi.ON : Ansi.OFF));
        return ExitCode.DONE;
    }

    /** All commands; the launcher shows the same file without starting us. */
    static String overview() {
        try (InputStream text = Objects.requireNonNull(Help.class.getResourceAsStream("usage.txt"))) {
            return title() + "\n\n" + new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String title() {
        return "Redrive " + version()
                + ", a dead letter queue for Java applications and for the companies around them.";
    }

    static String version() {
        return Objects.requireNonNullElse(Help.class.getPackage().getImplementationVersion(), "development");
    }
}
