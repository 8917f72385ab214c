package dev.redrive.cli;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import picocli.CommandLine.Model.CommandSpec;

/** Which version this is. */
final class VersionVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Which version this is.");
    }

    @Override
    public int run(Session session) {
        session.console().line("redrive " + Help.version());
        return ExitCode.DONE;
    }
}
