package dev.redrive.letter;

/** One header of a message; names may repeat, and values may be any bytes or none at all, as on Kafka. */
public record Header(String name, Payload value) {
    public static Header of(String name, String value) {
        return new Header(name, Payload.of(value));
    }
}
