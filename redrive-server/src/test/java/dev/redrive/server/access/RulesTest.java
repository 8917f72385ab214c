package dev.redrive.server.access;

import static dev.redrive.server.caller.Role.ADMIN;
import static dev.redrive.server.caller.Role.OPERATOR;
import static dev.redrive.server.caller.Role.PRODUCER;
import static dev.redrive.server.caller.Role.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.caller.Role;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
    /** The rights as a table written by hand: p, v, o, a for the roles, or "everybody". */
    @ParameterizedTest
    @CsvSource({
        "POST,   /dlq,                               p o a",
        "GET,    /dlq,                               v o a",
        "HEAD,   /dlq,                               v o a",
        "OPTIONS,/dlq,                               v o a",
        "GET,    /dlq/7f3,                           v o a",
        "PATCH,  /dlq/7f3,                           o a",
        "DELETE, /dlq/7f3,                           a",
        "POST,   /dlq/7f3/retry,                     o a",
        "POST,   /dlq/7f3/reset,                     o a",
        "POST,   /dlq/7f3/archive,                   o a",
        "POST,   /dlq/7f3/restore,                   o a",
        "POST,   /dlq/7f3/confirm,                   o a",
        "GET,    /dlq/views,                         v o a",
        "PUT,    /dlq/views/mine,                    v o a",
        "DELETE, /dlq/views/mine,                    v o a",
        "POST,   /dlq/views/mine,                    o a",
        "POST,   /letters/views/save,                v o a",
        "POST,   /letters/views/delete,              v o a",
        "POST,   /dlq/bulk/tag,                      o a",
        "POST,   /dlq/bulk/untag,                    o a",
        "GET,    /dlq/export,                        v o a",
        "POST,   /dlq/import,                        a",
        "POST,   /dlq/backup,                        a",
        "GET,    /dlq/retention,                     v o a",
        "POST,   /dlq/retention/run,                 a",
        "GET,    /dlq/cold,                          v o a",
        "GET,    /dlq/cold/7f3,                      v o a",
        "POST,   /dlq/cold/restore,                  o a",
        "GET,    /dlq/holds,                         v o a",
        "GET,    /dlq/nodes,                         v o a",
        "POST,   /dlq/holds,                         a",
        "DELETE, /dlq/holds,                         a",
        "POST,   /dlq/erase,                         a",
        "GET,    /dlq/erase/7f3,                     a",
        "GET,    /letters/7f3/payload,               v o a",
        "GET,    /letters/7f3/payload/tree,          v o a",
        "POST,   /letters/7f3/retry,                 o a",
        "GET,    /settings,                          v o a",
        "POST,   /settings/retention/preview,        a",
        "POST,   /settings/retention/run,            a",
        "GET,    /dlq/channels,                      v o a",
        "GET,    /dlq/channels/orders,               v o a",
        "POST,   /dlq/channels/orders/hold,          o a",
        "POST,   /dlq/channels/release,              o a",
        "GET,    /channels/one,                      v o a",
        "POST,   /channels/hold,                     o a",
        "POST,   /channels/release,                  o a",
        "GET,    /replays/new,                       v o a",
        "POST,   /replays/new,                       o a",
        "POST,   /replays/7f3/release,               o a",
        "POST,   /replays/7f3/takeover,              o a",
        "GET,    /dlq/doctor,                        v o a",
        "GET,    /dlq/stats,                         v o a",
        "POST,   /dlq/replays,                       o a",
        "POST,   /dlq/replays/preview,               o a",
        "POST,   /dlq/replays/7f3/cancel,            o a",
        "POST,   /dlq/replays/7f3/release,           o a",
        "GET,    /dlq/replays,                       v o a",
        "GET,    /dlq/replays/7f3/ledger,            v o a",
        "POST,   /dlq/bulk/retry,                    o a",
        "POST,   /dlq/bulk/archive,                  o a",
        "POST,   /dlq/bulk/restore,                  o a",
        "DELETE, /dlq/bulk/archived,                 a",
        "POST,   /dlq/replays,                       o a",
        "GET,    /dlq/replays/1/ledger,              v o a",
        "POST,   /dlq/replays/1/start,               o a",
        "GET,    /dlq/causes,                        v o a",
        "GET,    /dlq/causes/1/samples,              v o a",
        "POST,   /dlq/causes/1/ignore,               o a",
        "POST,   /dlq/causes/1/notes,                o a",
        "POST,   /dlq/releases,                      o a",
        "POST,   /causes/1/assign,                   o a",
        "POST,   /causes/1/notes,                    o a",
        "POST,   /dlq/causes/1/assign,               o a",
        "POST,   /dlq/causes/1/link,                 o a",
        "GET,    /dlq/errors,                        v o a",
        "GET,    /dlq/timeseries,                    v o a",
        "GET,    /dlq/histogram,                     v o a",
        "GET,    /dlq/alerts,                        v o a",
        "POST,   /dlq/alerts/check,                  o a",
        "POST,   /dlq/alerts/test,                   o a",
        "POST,   /dlq/alerts/DLQPendingHigh/snooze,  o a",
        "POST,   /dlq/alerts/snooze,                 o a",
        "POST,   /alerts/snooze,                     o a",
        "POST,   /alerts/snooze/end,                 o a",
        "GET,    /dlq/audit,                         a",
        "HEAD,   /dlq/audit,                         a",
        "GET,    /dlq/audit/verify,                  a",
        "GET,    /dlq/auditorium,                    v o a",
        "GET,    /dlq/events,                        v o a",
        "GET,    /,                                  v o a",
        "GET,    /openapi.json,                      v o a",
        "GET,    /docs,                              v o a",
        "GET,    /actuator/prometheus,               v o a",
        "GET,    /actuator/heapdump,                 a",
        "POST,   /actuator/loggers/root,             a",
        "GET,    /actuator/health,                   everybody",
        "GET,    /actuator/health/liveness,          everybody",
        "GET,    /actuator/health/readiness,         everybody",
        "GET,    /actuator/health/store,             a",
        "GET,    /login,                             everybody",
        "POST,   /login,                             everybody",
        "GET,    /login/oauth2/code/oidc,            everybody",
        "GET,    /oauth2/authorization/oidc,         everybody",
        "POST,   /logout,                            everybody",
        "GET,    /assets/redrive.css,                everybody",
        "POST,   /assets/redrive.css,                o a",
        "GET,    /webjars/htmx.org/htmx.min.js,      everybody",
        "PUT,    /anything,                          o a",
        "POST,   /dlq/,                              o a",
        "POST,   /loginx,                            o a",
    })
    void each_role_may_do_what_the_table_says(String method, String path, String who) {
        Optional<Role> needed = Rules.needed(method, path);

        if (who.equals("everybody")) assertThat(needed).isEmpty();
        else
            assertThat(EnumSet.allOf(Role.class).stream().filter(role -> role.includes(needed.orElseThrow())))
                    .containsExactlyInAnyOrderElementsOf(roles(who));
    }

    private static Set<Role> roles(String letters) {
        return Arrays.stream(letters.split(" ", -1))
                .map(letter -> Set.of(PRODUCER, VIEWER, OPERATOR, ADMIN).stream()
                        .filter(role -> role.name().toLowerCase(Locale.ROOT).startsWith(letter))
                        .findFirst()
                        .orElseThrow())
                .collect(Collectors.toSet());
    }
}
