package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.DummySSLServerSocketFactory;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Certificate;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mail goes out encrypted, to a server whose certificate the machine trusts and which is the one it was meant for. */
class MailOverTlsTest {
    private static final String THIS_MACHINE = "ip:127.0.0.1";

    @TempDir
    Path folder;

    private final GreenMail mail =
            new GreenMail(new ServerSetup[] {setup(ServerSetup.PROTOCOL_SMTP), setup(ServerSetup.PROTOCOL_SMTPS)});

    private static ServerSetup setup(String protocol) {
        ServerSetup setup = new ServerSetup(0, "127.0.0.1", protocol);
        setup.setServerStartupTimeout(Await.TIMEOUT.toMillis());
        return setup;
    }

    @AfterEach
    void stop() {
        mail.stop();
    }

    /** GreenMail takes its certificate from the system properties, once. */
    private void start(Certificate certificate) {
        System.setProperty(
                DummySSLServerSocketFactory.GREENMAIL_KEYSTORE_FILE_PROPERTY,
                certificate.keys().toString());
        System.setProperty(DummySSLServerSocketFactory.GREENMAIL_KEYSTORE_PASSWORD_PROPERTY, Certificate.PASSWORD);
        start();
    }

    private void start() {
        mail.setUser("redrive@example.com", "redrive", "open sesame");
        mail.setUser("ops@example.com", "ops", "ops");
        mail.start();
    }

    /** A server that trusts this certificate, and whose test message is sent. */
    private Answer testMail(Certificate trusted, String security, int port) {
        Launch launch = Launch.in(folder)
                .with(
                        "JAVA_TOOL_OPTIONS",
                        "-Djavax.net.ssl.trustStore=" + trusted.trust() + " -Djavax.net.ssl.trustStorePassword="
                                + Certificate.PASSWORD)
                .settings("""
                        redrive:
                          notify:
                            email:
                              host: 127.0.0.1
                              port: %d
                              security: %s
                              user: redrive
                              password: open sesame
                              from: redrive@example.com
                              to: [ops@example.com]
                        """.formatted(port, security));
        try (ServerProcess server = launch.serve()) {
            return server.api().post("/dlq/alerts/test").expect(200);
        }
    }

    @Test
    void mail_is_delivered_over_tls() throws Exception {
        Certificate certificate = Certificate.of(THIS_MACHINE, folder);
        start(certificate);

        Answer answer = testMail(certificate, "tls", mail.getSmtps().getPort());

        assertThat(answer.json().path("delivered").asBoolean())
                .as(answer.toString())
                .isTrue();
        assertThat(mail.getReceivedMessages()).hasSize(1);
        assertThat(mail.getReceivedMessages()[0].getSubject()).startsWith("Redrive ");
    }

    @Test
    void mail_is_delivered_over_starttls_and_nothing_is_said_before_it() throws Exception {
        Certificate certificate = Certificate.of(THIS_MACHINE, folder);
        start();
        try (StartTls front = new StartTls(certificate.server(), mail.getSmtp().getPort())) {

            Answer answer = testMail(certificate, "starttls", front.port());

            assertThat(answer.json().path("delivered").asBoolean())
                    .as(answer.toString())
                    .isTrue();
            assertThat(mail.getReceivedMessages()).hasSize(1);
            assertThat(front.inTheClear()).hasSize(2);
            assertThat(front.inTheClear().get(0)).startsWith("EHLO ");
            assertThat(front.inTheClear().get(1)).isEqualTo("STARTTLS");
        }
    }

    @Test
    void a_trusted_certificate_of_another_server_is_refused() throws Exception {
        Certificate certificate = Certificate.of("dns:mail.example.com", folder);
        start();
        try (StartTls front = new StartTls(certificate.server(), mail.getSmtp().getPort())) {

            Answer answer = testMail(certificate, "starttls", front.port());

            assertThat(answer.json().path("delivered").asBoolean())
                    .as(answer.toString())
                    .isFalse();
            assertThat(answer.body()).contains("127.0.0.1");
            assertThat(mail.getReceivedMessages()).isEmpty();
        }
    }
}
