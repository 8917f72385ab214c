package dev.redrive.cli.status;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import picocli.CommandLine.Model.CommandSpec;

/** Sends a test message on every notification channel of alerts. */
public final class TestAlertsVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Sends a test message on every notification channel and waits for the outcome.");
    }

    @Override
    public int run(Session session) {
        Reply reply = session.send(Request.post("/dlq/alerts/test"));
        Value tested = reply.json();
        boolean isDelivered = tested.at("delivered").isTrue();
        if (session.isJson()) {
            session.json(reply);
        } else {
            for (Value delivery : tested.at("deliveries").items()) print(session, delivery);
            if (isDelivered) session.say(SafeText.line(tested.at("detail").text("")));
        }
        if (!isDelivered)
            session.console()
                    .note("redrive: " + SafeText.line(tested.at("detail").text("")));
        return isDelivered ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static void print(Session session, Value delivery) {
        boolean isDelivered = delivery.at("delivered").isTrue();
        session.console()
                .line((isDelivered
                                ? session.paint(Style.GREEN, "delivered")
                                : session.paint(Style.RED, "not delivered"))
                        + "  " + SafeText.line(delivery.at("way").text(""))
                        + delivery.at("error")
                                .text()
                                .map(error -> ": " + SafeText.line(error))
                                .orElse(""));
    }
}
