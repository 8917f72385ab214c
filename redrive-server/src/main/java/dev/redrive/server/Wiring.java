package dev.redrive.server;

import dev.redrive.Desk;
import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.Stores;
import dev.redrive.event.Events;
import dev.redrive.logbook.Logbook;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.store.DeadLetterStore;
import java.nio.file.Path;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The queue itself, made of the settings; everything else in the server stands around these. */
@Configuration(proxyBeanMethods = false)
class Wiring {
    private static final String SQLITE = "sqlite:";

    /** Closed by the queue that uses it. */
    @Bean(destroyMethod = "")
    DeadLetterStore store(Settings settings) {
        return Stores.open(settings.store());
    }

    @Bean
    Logbook logbook(DeadLetterStore store) {
        return store.logbook();
    }

    @Bean
    InstantSource clock(DeadLetterStore store) {
        return store.clock();
    }

    @Bean
    Events events() {
        return new Events();
    }

    @Bean(destroyMethod = "close")
    Redrive redrive(Settings settings, DeadLetterStore store, Events events) {
        RedriveBuilder builder = Redrive.on(store)
                .journal(journalFor(settings))
                .redact(settings.redaction())
                .maxPayloadBytes(settings.http().maxPayloadBytes())
                .retention(settings.retention())
                .engine(options -> options.concurrency(settings.engine().workers())
                        .tick(settings.engine().poll())
                        .leaseTime(settings.engine().lease())
                        .stopGrace(settings.http().shutdown()))
                .listen(event -> events.tell(() -> event));
        settings.kafka().ifPresent(kafka -> builder.maxRoundTrips(kafka.maxRoundTrips()));
        settings.classification().forEach(builder::classify);
        settings.policies().forEach(builder::policy);
        settings.channels().stream()
                .filter(ChannelSettings::ordered)
                .forEach(channel -> builder.ordered(channel.match().pattern()));
        return builder.open();
    }

    /** Beside a SQLite file; otherwise a file for each port, because each process needs its own. */
    private static Path journalFor(Settings settings) {
        String store = settings.store();
        if (store.startsWith(SQLITE)) return Path.of(store.substring(SQLITE.length()) + ".spill");
        return Path.of("data", "redrive-" + settings.http().port() + ".spill");
    }

    @Bean
    Desk desk(Redrive redrive) {
        return redrive.desk();
    }
}
