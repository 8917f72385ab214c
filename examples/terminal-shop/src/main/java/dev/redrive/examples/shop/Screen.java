package dev.redrive.examples.shop;

import java.io.Console;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;

/** Shows the shop: a page that is drawn anew on a terminal, plain lines elsewhere. */
interface Screen {
    String KEYS = "p payments · s schema · w partner's limit · r requeue failed · q quit (and Enter)";

    void draw(int second, Report report);

    /** Something happened. */
    void tell(int second, String news);

    static Screen on(PrintStream out, Map<String, String> environment) {
        return isTerminal() && !environment.containsKey("NO_COLOR") ? new Page(out) : new Lines(out);
    }

    /** Since 22 there may be a console without a terminal, and a method that says so. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isTerminal() {
        Console console = System.console();
        if (console == null) return false;
        try {
            Method isTerminal = Console.class.getMethod("isTerminal");
            return Boolean.TRUE.equals(isTerminal.invoke(console));
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    /** Shows nothing. */
    final class Dark implements Screen {
        @Override
        public void draw(int second, Report report) {}

        @Override
        public void tell(int second, String news) {}
    }

    /** One line a second, and the causes and newest letters now and then. */
    final class Lines implements Screen {
        private static final int DETAILS_EVERY = 5;

        private final PrintStream out;

        Lines(PrintStream out) {
            this.out = out;
        }

        @Override
        public void draw(int second, Report report) {
            out.println(stamp(second) + report.counts() + " | " + report.services());
            if (second == 0 || second % DETAILS_EVERY != 0) return;
            report.causes().forEach(line -> out.println("      cause  " + line));
            report.newest().forEach(line -> out.println("      letter " + line));
        }

        @Override
        public void tell(int second, String news) {
            out.println(stamp(second) + "* " + news);
        }

        private static String stamp(int second) {
            return String.format(Locale.ROOT, "%3ds  ", second);
        }
    }

    /** A whole page, drawn over the last one. */
    final class Page implements Screen {
        private static final String CLEAR = "\033[H\033[2J";
        private static final String BOLD = "\033[1m";
        private static final String DIM = "\033[2m";
        private static final String PLAIN = "\033[0m";

        private final PrintStream out;
        private String news = "";

        Page(PrintStream out) {
            this.out = out;
        }

        @Override
        public void draw(int second, Report report) {
            StringBuilder page = new StringBuilder(CLEAR);
            line(page, BOLD + "Redrive: a small shop, open for " + second + " s" + PLAIN);
            line(page, report.services());
            line(page, report.counts());
            line(page, "");
            line(page, BOLD + "Causes" + PLAIN);
            report.causes().forEach(cause -> line(page, cause));
            line(page, "");
            line(page, BOLD + "Newest letters" + PLAIN);
            report.newest().forEach(letter -> line(page, letter));
            line(page, "");
            line(page, DIM + news + PLAIN);
            page.append(KEYS).append(" > ");
            out.print(page);
            out.flush();
        }

        private static void line(StringBuilder page, String text) {
            page.append(text).append('\n');
        }

        @Override
        public void tell(int second, String what) {
            news = second + " s: " + what;
        }
    }
}
