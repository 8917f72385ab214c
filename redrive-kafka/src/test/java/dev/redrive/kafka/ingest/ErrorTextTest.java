package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.Test;

class ErrorTextTest {
    @Test
    void it_is_shown_with_its_type() {
        assertThat(ErrorText.text(new KafkaException("no", new IllegalStateException("inside"))))
                .isEqualTo("KafkaException: no");
        assertThat(ErrorText.text(new IllegalStateException())).isEqualTo("IllegalStateException");
    }

    @Test
    void a_failed_handshake_is_shown_with_its_reason() {
        SslAuthenticationException failed =
                new SslAuthenticationException("SSL handshake failed", new SSLHandshakeException("it is not trusted"));

        assertThat(ErrorText.text(failed))
                .isEqualTo(
                        "SslAuthenticationException: SSL handshake failed: SSLHandshakeException: it is not trusted");
        assertThat(ErrorText.text(new SslAuthenticationException("SSL handshake failed")))
                .isEqualTo("SslAuthenticationException: SSL handshake failed");
    }
}
