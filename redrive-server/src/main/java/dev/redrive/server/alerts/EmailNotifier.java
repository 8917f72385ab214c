package dev.redrive.server.alerts;

import dev.redrive.server.config.AlertSettings.Email;
import java.time.Duration;
import java.util.Properties;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** Sends alerts as plain-text mail. */
final class EmailNotifier implements Notifier {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final Email settings;
    private final JavaMailSenderImpl sender = new JavaMailSenderImpl();

    EmailNotifier(Email settings, Duration timeout) {
        this.settings = settings;
        sender.setHost(settings.host());
        sender.setPort(settings.port());
        sender.setDefaultEncoding("UTF-8");
        settings.user().ifPresent(sender::setUsername);
        settings.password().ifPresent(sender::setPassword);
        sender.setJavaMailProperties(properties(settings, timeout));
    }

    private static Properties properties(Email settings, Duration timeout) {
        Properties mail = new Properties();
        mail.setProperty("mail.smtp.connectiontimeout", Long.toString(CONNECT.toMillis()));
        mail.setProperty("mail.smtp.timeout", Long.toString(timeout.toMillis()));
        mail.setProperty("mail.smtp.writetimeout", Long.toString(timeout.toMillis()));
        mail.setProperty("mail.smtp.auth", Boolean.toString(settings.user().isPresent()));
        mail.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        switch (settings.security()) {
            case NONE -> {}
            case STARTTLS -> {
                mail.setProperty("mail.smtp.starttls.enable", "true");
                // Without this, a server that does not offer it would get the password in the clear.
                mail.setProperty("mail.smtp.starttls.required", "true");
            }
            case TLS -> mail.setProperty("mail.smtp.ssl.enable", "true");
        }
        return mail;
    }

    @Override
    public String name() {
        return "email";
    }

    @Override
    public void send(Alert alert) {
        SimpleMailMessage mail = new SimpleMailMessage();
        mail.setFrom(settings.from());
        mail.setTo(settings.to().toArray(String[]::new));
        mail.setSubject("Redrive " + alert.title());
        mail.setText(text(alert));
        sender.send(mail);
    }

    private static String text(Alert alert) {
        return alert.message().text() + ".\n\n"
                + "Rule: " + alert.message().rule() + "\n"
                + "Severity: " + alert.severityWord() + "\n"
                + "Time: " + alert.message().at() + "\n"
                + "Letters: " + AlertText.counts(alert.counts()) + "\n"
                + "Message: " + alert.message().id() + "\n";
    }
}
