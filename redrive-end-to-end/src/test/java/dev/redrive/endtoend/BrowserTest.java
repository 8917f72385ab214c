package dev.redrive.endtoend;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
             "error": {"type": "java.lang.IllegalStateException", "message": "nobody knows this error"}}""";

    private static @Nullable Playwright playwright;
    private static @Nullable Browser browser;

    private final List<String> complaints = new ArrayList<>();

    @BeforeAll
    static void open() {
        assumeTrue(Files.isExecutable(CHROMIUM), "NO BROWSER TEST RAN: there is no " + CHROMIUM + "; install chromium");
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
        Page page = Objects.requireNonNull(browser).newPage();
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
}
