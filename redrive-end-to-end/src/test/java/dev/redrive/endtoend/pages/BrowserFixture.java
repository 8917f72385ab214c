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
import org.junit.jupiter.api.BeforeAll;

/** A real browser for the tests of pages, which also holds the server to its content security policy. */
abstract class BrowserFixture {
    static final String LETTER = """
            {"channel": "orders", "payload": {"id": 9007199254740993, "price": 0.1000, "name": "<script>alert(1)</script>"},
             "error": {"type": "java.lang.IllegalStateException", "message": "an error without a rule"}}""";

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    /** Starts when the first test of a fork asks for it; it ends with the fork. */
    private static final class Started {
        static final Browser BROWSER = start();

        private static Browser start() {
            Playwright playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
            return playwright
                    .chromium()
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
    }

    /** What the browser said is wrong. */
    final List<String> complaints = new ArrayList<>();

    @BeforeAll
    static void open() {
        assumeTrue(Files.isExecutable(CHROMIUM), "NO BROWSER TEST RAN: there is no " + CHROMIUM + "; install chromium");
        PlaywrightAssertions.setDefaultAssertionTimeout((double) Await.TIMEOUT.toMillis());
    }

    Page page() {
        return page(new Browser.NewPageOptions());
    }

    Page page(Browser.NewPageOptions options) {
        Page page = Started.BROWSER.newPage(options);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) complaints.add(message.text());
        });
        page.onPageError(complaints::add);
        return page;
    }

    /** Does what leads to another page, such as pressing a key, and waits until that page's scripts have begun. */
    static void follow(Page page, Runnable step) {
        page.evaluate("document.documentElement.dataset.left = 'yes'");
        step.run();
        PlaywrightAssertions.assertThat(page.locator("html[data-ready]:not([data-left])"))
                .isAttached();
    }

    /** Signs in on the page that asks for it, and waits until the scripts of the page behind it have begun. */
    static void signIn(Page page, String token) {
        page.locator("input[name=token]").fill(token);
        page.locator("form button").first().click();
        PlaywrightAssertions.assertThat(page.locator("html[data-ready]")).isAttached();
    }

    /** Opens a page of a server and waits until its scripts have begun and it is live. */
    static void open(Page page, ServerProcess server, String path) {
        page.navigate("http://localhost:" + server.port() + path);
        PlaywrightAssertions.assertThat(page.locator("#live[data-state=live]")).isAttached();
    }
}
