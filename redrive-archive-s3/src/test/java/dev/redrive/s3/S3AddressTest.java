package dev.redrive.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Archives;
import java.net.URI;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

class S3AddressTest {
    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String url) {
        return assertThatThrownBy(() -> S3Address.of(url)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_bucket_is_enough() {
        S3Address address = S3Address.of("s3://letters");

        assertThat(address.bucket()).isEqualTo("letters");
        assertThat(address.prefix()).isEmpty();
        assertThat(address.endpoint()).isEmpty();
        assertThat(address.region()).isEmpty();
        assertThat(address.pathStyle()).isFalse();
        assertThat(address.encryption()).isEqualTo(new Encryption(Optional.empty(), Optional.empty()));
    }

    @Test
    void a_prefix_is_a_folder_however_many_slashes_it_has() {
        assertThat(S3Address.of("s3://letters/").prefix()).isEmpty();
        assertThat(S3Address.of("s3://letters/cold").prefix()).isEqualTo("cold/");
        assertThat(S3Address.of("s3://letters/cold/eu/").prefix()).isEqualTo("cold/eu/");
    }

    @Test
    void every_option_is_read() {
        S3Address address =
                S3Address.of("s3://letters/cold?endpoint=https://minio.local:9000&region=eu-central-1&path-style=true"
                        + "&encryption=aws:kms&kms-key=arn:aws:kms:eu-central-1:111122223333:key/1234");

        assertThat(address.endpoint()).contains(URI.create("https://minio.local:9000"));
        assertThat(address.region()).contains("eu-central-1");
        assertThat(address.pathStyle()).isTrue();
        assertThat(address.encryption().kind()).contains(ServerSideEncryption.AWS_KMS);
        assertThat(address.encryption().kmsKey()).contains("arn:aws:kms:eu-central-1:111122223333:key/1234");
    }

    @Test
    void values_may_be_encoded_as_in_a_url() {
        assertThat(S3Address.of("s3://letters?endpoint=http%3A%2F%2Flocalhost%3A9000")
                        .endpoint())
                .contains(URI.create("http://localhost:9000"));
        assertThat(S3Address.of("s3://letters?encryption=aws:kms&kms-key=alias/a+b")
                        .encryption()
                        .kmsKey())
                .contains("alias/a+b");
    }

    @Test
    void an_unknown_option_is_named_with_those_that_there_are() {
        assertRefused("s3://letters?pathstyle=true")
                .hasMessageContaining("\"pathstyle\"")
                .hasMessageContaining("encryption, endpoint, kms-key, path-style, region");
        assertThatThrownBy(() -> Archives.open("s3://letters?pathstyle=true"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void credentials_are_refused_and_not_repeated() {
        for (String url : new String[] {
            "s3://AKIDEXAMPLE:hunter2@letters/cold",
            "s3://letters?secret-key=hunter2",
            "s3://letters?endpoint=http://user:hunter2@localhost:9000",
            "s3://letters?endpoint=hunter2",
            "s3://letters?region"
        }) assertRefused(url).hasMessageNotContaining("hunter2");
        assertRefused("s3://AKIDEXAMPLE:hunter2@letters/cold").hasMessageContaining("must not have credentials in it");
        assertRefused("s3://letters?endpoint=http://user:hunter2@localhost:9000")
                .hasMessageContaining("must not have credentials in it");
    }

    @Test
    void values_that_make_no_sense_are_refused() {
        assertRefused("s3://").hasMessageContaining("bucket");
        assertRefused("s3:///prefix").hasMessageContaining("bucket");
        assertRefused("s3://letters/a/../b").hasMessageContaining("prefix");
        assertRefused("s3://letters/" + "x".repeat(101)).hasMessageContaining("prefix");
        assertRefused("s3://letters?path-style=yes").hasMessageContaining("path-style is true or false");
        assertRefused("s3://letters?encryption=aes").hasMessageContaining("AES256 or aws:kms");
        assertRefused("s3://letters?kms-key=1234").hasMessageContaining("needs encryption=aws:kms");
        assertRefused("s3://letters?encryption=AES256&kms-key=1234").hasMessageContaining("needs encryption=aws:kms");
        assertRefused("s3://letters?region=").hasMessageContaining("region has no value");
        assertRefused("s3://letters?region=a&region=b").hasMessageContaining("region is there twice");
        assertRefused("s3://letters?endpoint=ftp://x").hasMessageContaining("http://host:port");
    }

    @Test
    void people_read_where_it_is() {
        assertThat(S3Address.of("s3://letters/cold/?region=eu-central-1")).hasToString("s3://letters/cold");
        assertThat(S3Address.of("s3://letters?endpoint=http://localhost:9000&path-style=true"))
                .hasToString("s3://letters?endpoint=http://localhost:9000");
    }

    @Test
    void other_urls_are_for_other_providers() {
        assertThat(new S3ArchiveProvider().open("file:/archive")).isEmpty();
    }
}
