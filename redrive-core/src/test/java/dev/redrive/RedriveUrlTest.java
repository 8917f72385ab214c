package dev.redrive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RedriveUrlTest {
    @Test
    void a_url_without_slashes_does_not_show_its_password_either() {
        assertThatThrownBy(() -> Redrive.open("jdbc:oracle:thin:scott/tiger@db:1521:app"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("tiger");
    }
}
