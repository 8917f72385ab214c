package dev.redrive.server;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.Replays;
import dev.redrive.Stores;
import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.internal.event.Events;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.replays.ReplayTransformer;
import dev.redrive.server.target.TargetHealth;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The queue itself, made of the settings; everything else in the server stands around these. */
@Configuration(proxyBeanMethods = false)
class QueueConfiguration {
    /** Closed by the queue that uses it. */
    @Bean(destroyMethod = "")
    DeadLetterStore store(Settings settings) {
        return Stores.open(settings.store());
    }

    @Bean
    AuditLog auditLog(DeadLetterStore store) {
        return store.audit();
    }

    @Bean
    AlertLog alertLog(DeadLetterStore store) {
        return store.alerts();
    }

    @Bean
    MinuteCounts minuteCounts(DeadLetterStore store) {
        return store.series();
    }

    @Bean
    InstantSource clock(DeadLetterStore store) {
        return store.clock();
    }

    @Bean
    Events events() {
        return new Events();
    }

    @Bean
    ReplayTransformer transformer(Settings settings) {
        return new ReplayTransformer(settings.channels(), settings.http().maxPayloadBytes());
    }

    @Bean
    TargetHealth targetHealth(Settings settings) {
        return TargetHealth.of(settings);
    }

    /** Closed by the queue too. */
    @Bean(destroyMethod = "")
    ServerArchive archive(Settings settings) {
        return ServerArchive.open(settings.archive());
    }

    @Bean(destroyMethod = "close")
    Redrive redrive(
            Settings settings,
            DeadLetterStore store,
            ServerArchive archive,
            Events events,
            ReplayTransformer transformer,
            TargetHealth health) {
        RedriveBuilder builder = Redrive.on(store)
                .journal(settings.journal())
                .captureTimeout(settings.captureTimeout())
                .redact(settings.redaction())
                .maxPayloadBytes(settings.http().maxPayloadBytes())
                .retention(settings.retention())
                .engine(options -> options.concurrency(settings.engine().workers())
                        .tick(settings.engine().poll())
                        .leaseTime(settings.engine().lease())
                        .stopGrace(settings.http().shutdown()))
                .transformer(transformer)
                .health(health::trouble)
                .listen(event -> events.publish(() -> event));
        settings.searchPaths().ifPresent(builder::searchBy);
        archive.archive().ifPresent(builder::archive);
        if (settings.archive().capturesLastResort()) builder.captureToArchive();
        settings.kafka().ifPresent(kafka -> builder.maxRoundTrips(kafka.maxRoundTrips()));
        settings.classification().forEach(builder::classify);
        settings.policies().forEach(builder::policy);
        settings.channels().stream()
                .filter(ChannelSettings::ordered)
                .forEach(channel -> builder.ordered(channel.match().pattern()));
        return builder.open();
    }

    @Bean
    Letters letters(Redrive redrive) {
        return redrive.letters();
    }

    @Bean
    Replays replays(Redrive redrive) {
        return redrive.replays();
    }
}
