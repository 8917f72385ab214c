package dev.redrive.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.config.Settings;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.server.config.values.Options;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerTest {
    @Test
    void the_line_that_says_it_is_ready_holds_no_password() {
        String store = "postgresql://db/redrive?user=r&password=s3cret";
        Settings settings = new SettingsReader(Map.of("REDRIVE_STORE", store), Options.none())
                .readText("", "redrive.yaml")
                .settings();

        assertThat(Server.ready(settings, Mode.SERVE, 8080))
                .startsWith("Redrive is ready at http://localhost:8080 (store postgresql://db/redrive")
                .doesNotContain("s3cret");
    }
}
