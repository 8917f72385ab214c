package dev.redrive.server.charts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The library that draws charts in the browser. It is loaded only where one is. */
public final class ChartLibrary {
    private static final String POM = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

    /** Its address on this server. */
    public static final String SCRIPT = "/webjars/chart.js/" + version() + "/dist/chart.umd.min.js";

    private ChartLibrary() {}

    /** The folder inside the WebJar is named after its version. */
    private static String version() {
        try (InputStream in = Objects.requireNonNull(ChartLibrary.class.getResourceAsStream(POM), POM)) {
            Properties properties = new Properties();
            properties.load(in);
            return Objects.requireNonNull(properties.getProperty("version"), POM);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
