package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

class HostGuardTest {
    private static final AccessSettings OPEN = new AccessSettings(List.of(), Optional.empty(), List.of(), List.of());

    @ParameterizedTest
    @CsvSource({
        "localhost,                 yes",
        "localhost:8080,            yes",
        "LOCALHOST:8080,            yes",
        "127.0.0.1,                 yes",
        "127.0.0.1:9999,            yes",
        "[::1],                     yes",
        "[::1]:8080,                yes",
        "dlq.example.com,           yes",
        "DLQ.example.com:443,       yes",
        ",                          no",
        "evil.example,              no",
        "evil.example:8080,         no",
        "localhost.evil.example,    no",
        "evil.localhost,            no",
        "127.0.0.1.evil.example,    no",
        "127.0.0.2,                 no",
        "0.0.0.0:8080,              no",
        "192.168.1.7:8080,          no",
        "[::1].evil.example,        no",
        "[::2]:8080,                no",
        "x.dlq.example.com,         no",
        "localhost@evil.example,    no",
        "[,                         no",
    })
    void an_open_server_accepts_its_own_host_names(@Nullable String host, String allowed) {
        HostGuard guard =
                new HostGuard(new AccessSettings(List.of(), Optional.empty(), List.of(), List.of("dlq.example.com")));

        assertThat(guard.refusal(asked("GET", host, null, null), false).isEmpty())
                .isEqualTo(allowed.equals("yes"));
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8080, http://localhost:8080,       yes",
        "localhost:8080, http://127.0.0.1:8080,       yes",
        "127.0.0.1:8080, http://localhost:8080,       yes",
        "[::1]:8080,     http://[::1]:8080,           yes",
        "localhost,      http://localhost,            yes",
        "localhost:8080, http://localhost:3000,       no",
        "localhost:8080, http://localhost,            no",
        "localhost:8080, http://evil.example,         no",
        "localhost:8080, http://evil.example:8080,    no",
        "localhost:8080, https://localhost.evil:8080, no",
        "localhost:8080, null,                        no",
        "localhost:8080, file://,                     no",
        "localhost:8080, localhost:8080,              no",
    })
    void an_open_server_takes_only_its_own_pages(String host, String origin, String allowed) {
        HostGuard guard = new HostGuard(OPEN);

        assertThat(guard.refusal(asked("POST", host, origin, null), false).isEmpty())
                .isEqualTo(allowed.equals("yes"));
        assertThat(guard.refusal(asked("GET", host, origin, null), false).isEmpty())
                .isEqualTo(allowed.equals("yes"));
    }

    @ParameterizedTest
    @CsvSource({
        "POST,   cross-site,  no",
        "PATCH,  cross-site,  no",
        "DELETE, cross-site,  no",
        "GET,    cross-site,  yes",
        "POST,   same-origin, yes",
        "POST,   none,        yes",
    })
    void no_other_site_changes_anything(String method, String site, String allowed) {
        HostGuard guard = new HostGuard(OPEN);

        assertThat(guard.refusal(asked(method, "localhost:8080", null, site), false)
                        .isEmpty())
                .isEqualTo(allowed.equals("yes"));
    }

    @Test
    void an_open_server_talks_to_its_own_machine_only() {
        MockHttpServletRequest request = asked("GET", "localhost:8080", null, null);
        request.setRemoteAddr("192.168.1.7");

        assertThat(new HostGuard(OPEN).refusal(request, false))
                .hasValueSatisfying(why -> assertThat(why).contains("REDRIVE_ADMIN_TOKEN"));
    }

    @Test
    void with_credentials_any_name_will_do_until_names_are_configured() {
        MockHttpServletRequest request = asked("GET", "10.0.0.7:8080", null, null);
        request.setRemoteAddr("192.168.1.7");
        List<AccessSettings.Token> tokens = List.of(TestServer.token("admin", Role.ADMIN));
        HostGuard lenient = new HostGuard(new AccessSettings(tokens, Optional.empty(), List.of(), List.of()));
        HostGuard strict =
                new HostGuard(new AccessSettings(tokens, Optional.empty(), List.of(), List.of("dlq.example.com")));

        assertThat(lenient.refusal(request, false)).isEmpty();
        assertThat(strict.refusal(request, false)).isPresent();
        assertThat(strict.refusal(request, true))
                .as("a probe goes to the address")
                .isEmpty();
        assertThat(strict.refusal(asked("GET", "dlq.example.com", null, null), false))
                .isEmpty();
    }

    private static MockHttpServletRequest asked(
            String method, @Nullable String host, @Nullable String origin, @Nullable String site) {
        MockHttpServletRequest request = new MockHttpServletRequest(method, "/dlq");
        if (host != null) request.addHeader("Host", host);
        if (origin != null) request.addHeader("Origin", origin);
        if (site != null) request.addHeader("Sec-Fetch-Site", site);
        return request;
    }
}
