package dev.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RedriveUrlTest {
    @Test
    void a_url_without_slashes_does_not_show_its_password_either() {
        assertThatThrownBy(() -> Redrive.open("jdbc:oracle:thin:scott/tiger@db:1521:app"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("tiger");
    }

    @Test
    void a_store_is_shown_without_whatever_may_be_secret() {
        assertThat(Stores.shown("postgresql://db:5433/redrive?user=r&password=s3cret"))
                .isEqualTo("postgresql://db:5433/redrive");
        assertThat(Stores.shown("postgresql://r:s3cret@db/redrive?sslpassword=s3cret"))
                .isEqualTo("postgresql://db/redrive");
        assertThat(Stores.shown("mongodb://r:s3/cr@t@one,two/redrive")).isEqualTo("mongodb://…");
        assertThat(Stores.shown("mongodb://r:s3#cr%40t@one,two/redrive")).isEqualTo("mongodb://…");
        assertThat(Stores.shown("mongodb://r:s3?cr@t/redrive")).isEqualTo("mongodb://…");
        assertThat(Stores.shown("mongodb://r:s3cr%40t@one,two/redrive?tls=true"))
                .isEqualTo("mongodb://one,two/redrive");
    }

    @Test
    void a_store_in_a_file_or_in_memory_is_shown_as_it_is() {
        assertThat(Stores.shown("sqlite:/data/what?/ann@home.db")).isEqualTo("sqlite:/data/what?/ann@home.db");
        assertThat(Stores.shown("memory:")).isEqualTo("memory:");
    }
}
