package dev.redrive.kafka;

import dev.redrive.testkafka.KafkaBroker;

/** One broker for all tests of this module that do not harm it. */
public final class SharedBroker {
    private static final KafkaBroker BROKER = KafkaBroker.start();

    private SharedBroker() {}

    public static String bootstrapServers() {
        return BROKER.bootstrapServers();
    }
}
