package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.Test;

class TroubleTest {
    @Test
    void it_is_told_with_its_kind() {
        assertThat(Trouble.text(new KafkaException("no", new IllegalStateException("inside"))))
                .isEqualTo("KafkaException: no");
        assertThat(Trouble.text(new IllegalStateException())).isEqualTo("IllegalStateException");
    }

    @Test
    void of_a_failed_handshake_it_is_told_why() {
        SslAuthenticationException failed =
                new SslAuthenticationException("SSL handshake failed", new SSLHandshakeException("nobody trusts it"));

        assertThat(Trouble.text(failed))
                .isEqualTo("SslAuthenticationException: SSL handshake failed: SSLHandshakeException: nobody trusts it");
        assertThat(Trouble.text(new SslAuthenticationException("SSL handshake failed")))
                .isEqualTo("SslAuthenticationException: SSL handshake failed");
    }
}
