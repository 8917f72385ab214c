package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people look for during an incident, with the keyboard alone. */
class IncidentTasksTest extends BrowserFixture {
    private static final String ADMIN = "an-administrators-token-1";
    private static final String OPERATOR = "an-operators-token-0001";
    private static final int ORDERS = 5000;

    @Test
    void a_letter_is_found_by_its_order_number(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .settings("redrive: { search: { paths: { orderId: $.orderId } } }")
                        .serve();
                Page page = page()) {
            String lines = IntStream.range(0, ORDERS)
                    .mapToObj(
                            "{\"channel\":\"orders\",\"payload\":{\"orderId\":\"ORD-%07d\"},\"error\":\"an error without a rule\"}"
                                    ::formatted)
                    .collect(Collectors.joining("\n"));
            send(server, "/dlq", lines);
            open(page, server, "/");

            follow(page, () -> press(page, "g", "l"));
            assertThat(page).hasURL(Pattern.compile(".*/letters$"));
            press(page, "/");
            page.keyboard().type("orderId:ORD-0000123");
            follow(page, () -> press(page, "Enter"));
            assertThat(page.locator("#count")).containsText("1 letter match");
            press(page, "j", "Enter");

            assertThat(page).hasURL(Pattern.compile(".*/letters/[0-9a-f-]{36}"));
            assertThat(page.locator("#payload")).containsText("ORD-0000123");
            assertThat(complaints).isEmpty();
        }
    }

    private static void send(ServerProcess server, String path, String lines) {
        server.api()
                .call("POST", path)
                .body("application/x-ndjson", lines.getBytes(StandardCharsets.UTF_8))
                .send();
    }

    private static void press(Page page, String... keys) {
        for (String key : keys) page.keyboard().press(key);
    }

    @Test
    void letters_of_a_channel_in_an_hour_of_yesterday_are_found(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setTimezoneId("UTC"))) {
            String yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1).toString();
            send(
                    server,
                    "/dlq/import",
                    String.join(
                            "\n",
                            letter(1, "payments", yesterday + "T13:59:59Z"),
                            letter(2, "payments", yesterday + "T14:00:00Z"),
                            letter(3, "orders", yesterday + "T14:30:00Z"),
                            letter(4, "payments", yesterday + "T14:59:59Z"),
                            letter(5, "payments", yesterday + "T15:00:00Z")));
            open(page, server, "/letters");

            press(page, "/");
            page.keyboard().type("channel:payments");
            press(page, "Tab");
            page.keyboard().type("yesterday 14:00-15:00");
            press(page, "Enter");

            assertThat(page.locator("#count")).containsText("2 letters match");
            assertThat(page.locator("#letters tbody tr")).hasCount(2);
            assertThat(page.locator("#letters")).containsText("broke 2");
            assertThat(page.locator("#letters")).containsText("broke 4");
            assertThat(complaints).isEmpty();
        }
    }

    /** An id says when its letter was captured. */
    private static String letter(int number, String channel, String capturedAt) {
        long millis = Instant.parse(capturedAt).toEpochMilli();
        String hex = "%012x".formatted(millis);
        return "{\"id\":\"%s-%s-7000-8000-%012d\",\"channel\":\"%s\",\"originalEvent\":{\"payload\":{\"n\":1}},\"error\":{\"message\":\"broke %d\"},\"status\":\"FAILED\",\"createdAt\":\"%s\"}"
                .formatted(hex.substring(0, 8), hex.substring(8), number, channel, number, capturedAt);
    }

    @Test
    void what_a_colleague_did_is_found(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_ADMIN_TOKEN", ADMIN)
                        .with("REDRIVE_OPERATOR_TOKEN", OPERATOR)
                        .serve();
                Page page = page()) {
            String mine = server.api().as(ADMIN).capture(LETTER);
            String theirs = server.api().as(OPERATOR).capture(LETTER);
            server.api().as(ADMIN).post("/dlq/" + mine + "/archive").expect(200);
            server.api().as(OPERATOR).post("/dlq/" + theirs + "/archive").expect(200);
            page.navigate("http://localhost:" + server.port() + "/");
            signIn(page, ADMIN);

            follow(page, () -> press(page, "g", "u"));
            assertThat(page).hasURL(Pattern.compile(".*/audit$"));
            press(page, "/");
            page.keyboard().type("operator");
            press(page, "Tab");
            page.keyboard().type("archive");
            press(page, "Enter");

            assertThat(page.locator("#lines tbody tr")).hasCount(1);
            assertThat(page.locator("#lines")).containsText(theirs);
            assertThat(page.locator("#lines a").first()).hasAttribute("href", "/letters/" + theirs);
            assertThat(complaints).isEmpty();
        }
    }
}
