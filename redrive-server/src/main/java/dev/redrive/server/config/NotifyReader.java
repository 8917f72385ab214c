package dev.redrive.server.config;

import dev.redrive.server.config.AlertSettings.Email;
import dev.redrive.server.config.AlertSettings.Email.Security;
import dev.redrive.server.config.AlertSettings.Webhook;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads {@code notify}: how alerts are sent, and how often. */
final class NotifyReader {
    private static final ValueForm<URI> SECRET_URL = ValueForms.URL.hidden();
    private static final ValueForm<Security> SECURITY =
            ValueForms.oneOf(Security.values(), security -> security.name().toLowerCase(Locale.ROOT));
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String ENABLE_EMAIL = "ENABLE_EMAIL_ALERTS";
    private static final String ENABLE_SLACK = "ENABLE_SLACK_ALERTS";
    private static final int TLS_PORT = 465;

    private NotifyReader() {}

    static AlertSettings read(Section root) {
        List<AlertSettings.AlertRule> rules = AlertReader.read(root);
        return root.inside(
                "notify",
                section -> new AlertSettings(
                        rules,
                        section.value("quiet", ValueForms.duration("0s", "7d")).orElse(Duration.ofMinutes(5)),
                        section.value("every", ValueForms.duration("1s", "1h")).orElse(Duration.ofSeconds(30)),
                        email(section),
                        slack(section),
                        webhook(section)));
    }

    /** Each may be left out. Mail goes out by the server that all alerts use, and what is switched off for all is off here too. */
    static TeamSettings.Notify ofTeam(Section section, AlertSettings alerts) {
        boolean mayMail = section.variable(ENABLE_EMAIL, ValueForms.YES_OR_NO).orElse(true);
        boolean maySlack = section.variable(ENABLE_SLACK, ValueForms.YES_OR_NO).orElse(true);
        List<String> to = section.values("email", ValueForms.MAIL);
        if (!to.isEmpty() && mayMail && alerts.email().isEmpty())
            section.mistake("email", "needs a mail server; set redrive.notify.email");
        return new TeamSettings.Notify(
                alerts.email().filter(server -> !to.isEmpty()).map(server -> server.to(to)),
                section.value("slack", SECRET_URL).filter(url -> maySlack),
                section.ifGiven("webhook", NotifyReader::address));
    }

    /** A mail server that is in the environment for other programs does not make us send mail. */
    private static Optional<Email> email(Section section) {
        Optional<Boolean> wanted = section.variable(ENABLE_EMAIL, ValueForms.YES_OR_NO);
        boolean isInVariables = section.hasVariable("SMTP_HOST") && section.hasVariable("ADMIN_EMAIL");
        boolean isGiven = section.isGiven("email") || isInVariables || wanted.orElse(false);
        if (!isGiven) return Optional.empty();
        Optional<Email> email = section.inside("email", NotifyReader::mailServer);
        return wanted.orElse(true) ? email : Optional.empty();
    }

    private static Optional<Email> mailServer(Section section) {
        String host = section.value("host", ValueForms.HOST_NAME).orElse("localhost");
        Optional<Integer> port = section.value("port", ValueForms.PORT);
        Optional<Security> security = section.value("security", SECURITY);
        Optional<String> user = section.value("user", ValueForms.TEXT);
        Optional<String> password = section.value("password", ValueForms.SECRET);
        if (section.isGiven("user") != section.isGiven("password")) {
            section.mistake("user and password belong together; give both or neither");
        }
        String from = section.value("from", ValueForms.MAIL).orElse("redrive@localhost");
        List<String> to = section.requiredValues("to", ValueForms.MAIL);
        if (to.isEmpty()) return Optional.empty();
        Security safe = security.orElse(usualSecurity(host, port));
        return Optional.of(new Email(host, port.orElse(usualPort(safe)), safe, user, password, from, to));
    }

    private static Security usualSecurity(String host, Optional<Integer> port) {
        if (port.isPresent() && port.get() == TLS_PORT) return Security.TLS;
        return THIS_MACHINE.contains(host) ? Security.NONE : Security.STARTTLS;
    }

    private static int usualPort(Security security) {
        return switch (security) {
            case NONE -> 25;
            case STARTTLS -> 587;
            case TLS -> TLS_PORT;
        };
    }

    private static Optional<URI> slack(Section section) {
        Optional<Boolean> wanted = section.variable(ENABLE_SLACK, ValueForms.YES_OR_NO);
        if (wanted.orElse(false)) return section.required("slack", SECRET_URL);
        Optional<URI> url = section.value("slack", SECRET_URL);
        return wanted.orElse(true) ? url : Optional.empty();
    }

    private static Optional<Webhook> webhook(Section section) {
        boolean isGiven = section.isGiven("webhook") || section.hasVariable("DLQ_WEBHOOK_URL");
        return isGiven ? section.inside("webhook", NotifyReader::address) : Optional.empty();
    }

    private static Optional<Webhook> address(Section section) {
        Optional<String> secret = section.value("secret", ValueForms.SECRET);
        return section.required("url", SECRET_URL).map(url -> new Webhook(url, secret));
    }
}
