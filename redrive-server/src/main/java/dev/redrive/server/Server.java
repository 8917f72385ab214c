package dev.redrive.server;

import dev.redrive.Stores;
import dev.redrive.archive.ArchiveException;
import dev.redrive.server.config.Settings;
import dev.redrive.store.StoreException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** The running server: everything in this package and below, wired together by Spring. */
@SpringBootApplication
class Server {
    /** Starts it and says where it is; returns what went wrong, if anything did. */
    static Optional<String> start(Settings settings, Mode mode, Consumer<String> say) {
        try {
            say.accept(ready(settings, mode, port(run(settings, mode))));
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(explain(e, settings));
        }
    }

    static ConfigurableApplicationContext run(Settings settings, Mode mode) {
        SpringApplication application = new SpringApplication(Server.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setDefaultProperties(properties(settings, mode));
        application.addInitializers(
                context -> ((GenericApplicationContext) context).registerBean(Settings.class, () -> settings));
        return application.run();
    }

    private static Map<String, Object> properties(Settings settings, Mode mode) {
        Map<String, Object> properties = new HashMap<>(settings.spring());
        properties.put("redrive.demo", mode == Mode.DEMO);
        properties.put("redrive.with-kafka", settings.kafka().isPresent());
        if (settings.http().jsonLogs()) properties.put("logging.structured.format.console", "logstash");
        return properties;
    }

    static int port(ConfigurableApplicationContext context) {
        return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    static String ready(Settings settings, Mode mode, int port) {
        InetAddress bind = settings.http().bind();
        String host = bind.isLoopbackAddress() || bind.isAnyLocalAddress() ? "localhost" : bind.getHostAddress();
        String what = mode == Mode.DEMO ? "The demo of Redrive" : "Redrive";
        String open = settings.access().isOpen() ? ", open to this machine only because no token is set" : "";
        return what + " is ready at http://" + host + ":" + port + " (store " + Stores.shown(settings.store()) + open
                + ")";
    }

    private static String explain(RuntimeException e, Settings settings) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException)
                return "port " + settings.http().port()
                        + " is taken; stop what listens there or choose another with --port";
            if (cause instanceof StoreException || cause instanceof ArchiveException)
                return String.valueOf(cause.getMessage());
        }
        Throwable root = e;
        while (root.getCause() != null) root = root.getCause();
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }
}
