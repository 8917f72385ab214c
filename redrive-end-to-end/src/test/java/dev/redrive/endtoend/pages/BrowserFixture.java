package dev.redrive.endtoend.pages;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A real browser for the tests of pages, which also holds the server to its content security policy. */
abstract class BrowserFixture {
    static final String LETTER = """
            {"channel": "orders", "payload": {"id": 9007199254740993, "price": 0.1000, "name": "<script>alert(1)</script>"},
             "error": {"type": "java.lang.IllegalStateException", "message": "an error without a rule"}}""";

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private static @Nullable Playwright playwright;
    private static @Nullable Browser browser;

    /** What the browser said is wrong. */
    final List<String> complaints = new ArrayList<>();

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

    Page page() {
        return page(new Browser.NewPageOptions());
    }

    Page page(Browser.NewPageOptions options) {
        Page page = Objects.requireNonNull(browser).newPage(options);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) complaints.add(message.text());
        });
        page.onPageError(complaints::add);
        return page;
    }

    /** Opens a page of a server and waits until its scripts have begun and it is live. */
    static void open(Page page, ServerProcess server, String path) {
        page.navigate("http://localhost:" + server.port() + path);
        PlaywrightAssertions.assertThat(page.locator("#live[data-state=live]")).isAttached();
    }
}
