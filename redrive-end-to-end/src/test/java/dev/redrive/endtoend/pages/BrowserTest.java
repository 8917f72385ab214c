package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.endtoend.replay.ReplayedLetters;
import dev.redrive.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages in a real browser, which also holds the server to its content security policy. */
class BrowserTest {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final String LETTER = """
            {"channel": "orders", "payload": {"id": 9007199254740993, "price": 0.1000, "name": "<script>alert(1)</script>"},
             "error": {"type": "java.lang.IllegalStateException", "message": "an error without a rule"}}""";

    /** Nothing in it has a place where a line would break by itself. */
    private static final String WIDE_LETTER = """
            {"channel": "%1$s", "eventId": "%1$s", "tags": ["%1$s"], "payload": {"%1$s": "%1$s"}, "headers": {"%1$s": "%1$s"},
             "error": {"type": "shop.%1$sException", "message": "%1$s", "stackTrace": "shop.%1$sException: %1$s\\n\\tat shop.%1$s.run(%1$s.java:1)"}}""".formatted("unbroken".repeat(12));

    private static @Nullable Playwright playwright;
    private static @Nullable Browser browser;

    private final List<String> complaints = new ArrayList<>();

    @BeforeAll
    static void open() {
        assumeTrue(Files.isExecutable(CHROMIUM), "NO BROWSER TEST RAN: there is no " + CHROMIUM + "; install chromium");
        PlaywrightAssertions.setDefaultAssertionTimeout((double) Await.TIMEOUT.toMillis());
        Playwright started = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        playwright = started;
        browser = started.chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM)
                        .setChromiumSandbox(false)
                        .setArgs(List.of(
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    @AfterAll
    static void close() {
        if (playwright != null) playwright.close();
    }

    private Page page() {
        return page(new Browser.NewPageOptions());
    }

    private Page page(Browser.NewPageOptions options) {
        Page page = Objects.requireNonNull(browser).newPage(options);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) complaints.add(message.text());
        });
        page.onPageError(complaints::add);
        return page;
    }

    @Test
    void a_letter_appears_by_itself_and_can_be_archived(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page.locator("header.top")).containsText("Live");
            assertThat(page.locator("#tiles")).containsText(Pattern.compile("manual\\s*1"));

            server.api().capture(LETTER);

            assertThat(page.locator("#tiles")).containsText(Pattern.compile("manual\\s*2"));
            page.locator("a[href^='/letters/']").first().click();
            assertThat(page.locator("main")).containsText("9007199254740993");
            assertThat(page.locator("main")).containsText("0.1000");
            assertThat(page.locator("main")).containsText("<script>alert(1)</script>");
            page.getByText("Archive").first().click();
            assertThat(page.locator("main")).containsText("Archived");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void the_demo_can_be_repaired_and_the_description_browsed(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).demo();
                Page page = page()) {
            page.navigate("http://localhost:" + server.port() + "/demo");
            assertThat(page.locator("#switch-invoices")).hasText("Repair");

            page.locator("#switch-invoices").click();

            assertThat(page.locator("#switch-invoices")).hasText("Break");
            page.navigate("http://localhost:" + server.port() + "/docs");
            assertThat(page.locator("body")).containsText("/dlq/{id}/retry");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_button_that_is_pressed_stays_until_it_is_let_go(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).demo();
                Page page = page()) {
            page.navigate("http://localhost:" + server.port() + "/demo");
            assertThat(page.locator("#switch-invoices")).hasText("Repair");
            page.locator("#switch-invoices").hover();
            page.mouse().down();
            page.evaluate("document.getElementById('switch-invoices').title = 'still the same'");

            // The page requests the next update when it has shown the last one.
            for (int i = 0; i < 2; i++) page.waitForResponse("**/demo", () -> {});

            assertThat(page.locator("#switch-invoices")).hasAttribute("title", "still the same");
            page.mouse().up();
            assertThat(page.locator("#switch-invoices")).hasText("Break");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_browser_signs_in_with_a_token(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_OPERATOR_TOKEN", "an-operators-token-0001")
                        .serve();
                Page page = page()) {
            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page).hasURL(Pattern.compile(".*/login.*"));

            page.locator("input[name=token]").fill("an-operators-token-0001");
            page.locator("form button").first().click();

            assertThat(page.locator("#tiles")).containsText("pending");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_cause_is_opened_from_the_overview_and_decided_on(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            List<String> letters =
                    List.of(server.api().capture(LETTER), server.api().capture(LETTER));
            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page.locator("#causes")).containsText("2 open of 2");

            page.locator("#causes a.cause").click();

            assertThat(page).hasURL(Pattern.compile(".*/causes/[^/]+"));
            assertThat(page.locator("#head")).containsText("an error without a rule");
            assertThat(page.locator("#head .state")).hasText("open");
            assertThat(page.locator("#tiles")).containsText(Pattern.compile("manual\\s*2"));
            assertThat(page.locator("#seen")).containsText("2 letters, 2 open");
            for (String letter : letters)
                assertThat(page.locator("#samples a[href='/letters/" + letter + "']"))
                        .isVisible();

            decide(page, "acknowledge", "acknowledged");
            decide(page, "resolve", "resolved");

            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page.locator("#causes .state")).hasText("resolved");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void the_letters_of_a_cause_are_replayed_and_watched_to_the_end(@TempDir Path folder) {
        Semaphore open = new Semaphore(1);
        try (Service shop = new Service(request -> {
                    open.acquire();
                    return 204;
                });
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            new ReplayedLetters(server.api()).capture("orders", 5);
            page.navigate("http://localhost:" + server.port() + "/");
            page.locator("#causes a.cause").click();
            List<String> asked = new ArrayList<>();
            page.onDialog(dialog -> {
                asked.add(dialog.message());
                dialog.accept();
            });

            page.locator("#do-retry").click();

            assertThat(page).hasURL(Pattern.compile(".*/replays/[^/]+"));
            assertThat(asked).singleElement().asString().contains("5 letters", "replay");
            assertThat(page.locator("#head .state")).hasText("running");
            assertThat(page.locator("#progress-title")).hasText("1 of 5 letters");
            assertThat(page.locator("#about a[href^='/causes/']")).containsText("what is this?");
            open.release(4);
            assertThat(page.locator("#head .state")).hasText("done");
            assertThat(page.locator("#progress-title")).hasText("5 of 5 letters");
            assertThat(page.locator("#head button")).hasCount(0);
            page.locator("header.top a[href='/replays']").click();
            assertThat(page.locator("#replays")).containsText("5 of 5");
            assertThat(complaints).isEmpty();
        }
    }

    /** With more patience than a test has, so that a letter that is held up stays where it is. */
    private static String everythingTo(Service shop) {
        return "redrive: { channels: [ { match: '*', target: { http: { url: '" + shop.url("/shop")
                + "', timeout: 5m } } } ] }";
    }

    @Test
    void a_replay_is_paused_resumed_and_cancelled_by_a_signed_in_user(@TempDir Path folder) {
        String token = "an-operators-token-0001";
        try (Service shop = new Service(request -> 204);
                ServerProcess server = Launch.in(folder)
                        .settings(everythingTo(shop))
                        .with("REDRIVE_OPERATOR_TOKEN", token)
                        .serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api().as(token));
            letters.capture("orders", 200);
            String id = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}, \"ratePerSecond\": 0.5}");
            page.navigate("http://localhost:" + server.port() + "/replays/" + id);
            page.locator("input[name=token]").fill(token);
            page.locator("form button").first().click();
            assertThat(page.locator("#head .state")).hasText("running");

            assertThat((int) page.evaluate(
                            "address => fetch(address, {method: 'POST'}).then(answer => answer.status)",
                            "/replays/" + id + "/pause"))
                    .as("without the form's token")
                    .isEqualTo(403);
            complaints.removeIf(complaint -> complaint.contains("403"));
            assertThat(page.locator("#head .state")).hasText("running");

            page.evaluate("document.getElementById('do-pause').title = 'still the same'");
            String before = page.locator("#progress-title").textContent();
            assertThat(page.locator("#progress-title")).not().hasText(before);
            assertThat(page.locator("#do-pause")).hasAttribute("title", "still the same");

            page.locator("#do-pause").click();
            assertThat(page.locator("#head .state")).hasText("paused");
            assertThat(page.locator("#head")).containsText("paused by ");
            page.locator("#do-resume").click();
            assertThat(page.locator("#head .state")).hasText("running");

            page.onceDialog(Dialog::dismiss);
            page.locator("#do-cancel").click();
            assertThat(letters.replay(id).path("state").asString()).isEqualTo("RUNNING");
            page.onceDialog(Dialog::accept);
            page.locator("#do-cancel").click();
            assertThat(page.locator("#head .state")).hasText("cancelled");
            assertThat(page.locator("#head button")).hasCount(0);
            assertThat(complaints).isEmpty();
        }
    }

    private static void decide(Page page, String decision, String state) {
        page.locator("#do-" + decision).click();

        assertThat(page.locator(".notice")).isVisible();
        assertThat(page.locator("#head .state")).hasText(state);
        assertThat(page.locator("#seen")).containsText(state + ", last decided by");
        assertThat(page.locator("#do-" + decision)).hasCount(0);
    }

    @Test
    void the_pages_fit_on_a_small_screen(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            server.api().capture(LETTER);
            String wide = server.api().capture(WIDE_LETTER);
            page.navigate("http://localhost:" + server.port() + "/");
            fits(page);
            for (Locator cause : page.locator("#causes a.cause").all())
                assertThat(cause.boundingBox().width).as("a cause's name").isGreaterThan(150);

            page.locator("#causes a[title*=unbroken]").click();
            assertThat(page.locator("#samples")).containsText("unbroken");
            fits(page);

            page.locator("#samples a[href='/letters/" + wide + "']").click();
            assertThat(page.locator("main")).containsText("Payload");
            fits(page);

            ReplayedLetters replays = new ReplayedLetters(server.api());
            String replay =
                    replays.start("{\"ids\": [\"" + wide + "\"], \"notes\": \"" + "unbroken".repeat(12) + "\"}");
            replays.await(replay, "DONE");
            page.navigate("http://localhost:" + server.port() + "/replays/" + replay);
            assertThat(page.locator("#lines")).containsText("nothing here takes letters of unbroken");
            fits(page);
            page.locator(".crumbs a").click();
            assertThat(page.locator("#replays")).containsText("1 letter by its id");
            fits(page);
            assertThat(complaints).isEmpty();
        }
    }

    /** Neither the page nor a table in it has to be pushed sideways. */
    private static void fits(Page page) {
        for (Locator part : page.locator("html, .scroll").all())
            assertThat((int) part.evaluate("part => part.scrollWidth - part.clientWidth"))
                    .as("pixels of %s that are out of sight at %s", part, page.url())
                    .isZero();
    }

    @Test
    void the_pages_follow_the_dark_colour_scheme(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page light = page(new Browser.NewPageOptions().setColorScheme(ColorScheme.LIGHT));
                Page dark = page(new Browser.NewPageOptions().setColorScheme(ColorScheme.DARK))) {
            light.navigate("http://localhost:" + server.port() + "/");
            dark.navigate("http://localhost:" + server.port() + "/");

            assertThat(brightness(light, "backgroundColor")).isGreaterThan(brightness(light, "color") + 400);
            assertThat(brightness(dark, "color")).isGreaterThan(brightness(dark, "backgroundColor") + 400);
            assertThat(complaints).isEmpty();
        }
    }

    /** Red, green and blue of the body's text or ground, added up. */
    private static int brightness(Page page, String property) {
        return (int) page.evaluate(
                "name => getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).reduce((a, b) => a + +b, 0)",
                property);
    }
}
