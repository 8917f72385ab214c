package dev.redrive.server.target;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Payload;
import dev.redrive.server.config.ChannelSettings;
import java.util.List;
import java.util.Optional;

/** The request that sends a letter to its HTTP target, as a command to try by hand. It has no secrets of the settings. */
public final class CurlCommand {
    /** A longer payload is read from a file. */
    private static final int LONGEST = 8 * 1024;

    private static final String NEXT = " \\\n  ";

    private CurlCommand() {}

    /** Empty when letters of its channel are not sent over HTTP. */
    public static Optional<String> of(DeadLetter letter, List<ChannelSettings> channels) {
        return channels.stream()
                .filter(channel ->
                        channel.target().isPresent() && channel.match().matches(letter.channel()))
                .findFirst()
                .flatMap(ChannelSettings::target)
                .filter(ChannelSettings.HttpTarget.class::isInstance)
                .map(target -> of(letter, (ChannelSettings.HttpTarget) target));
    }

    private static String of(DeadLetter letter, ChannelSettings.HttpTarget target) {
        StringBuilder command = new StringBuilder("curl -i -X POST ").append(quoted(Outbound.shown(target.url())));
        for (Header header : ForwardedHeaders.of(letter.message().headers()))
            header(command, header.name(), header.value().text());
        header(command, "Content-Type", HttpTarget.contentType(letter.message().headers(), letter.payload()));
        target.headers().keySet().stream().sorted().forEach(name -> header(command, name, "VALUE_OF_THE_SETTINGS"));
        header(command, "Idempotency-Key", letter.idempotencyKey());
        return command.append(NEXT).append(body(letter.payload())).toString();
    }

    private static void header(StringBuilder command, String name, String value) {
        command.append(NEXT).append("-H ").append(quoted(name + ": " + value));
    }

    private static String body(Payload payload) {
        return payload.isText() && payload.size() <= LONGEST && isPlain(payload.text())
                ? "--data-binary " + quoted(payload.text())
                : "--data-binary @payload";
    }

    /** What cannot be seen would be copied without being noticed, and curl reads a file when data begins with an at sign. */
    private static boolean isPlain(String text) {
        return !text.startsWith("@")
                && text.codePoints().allMatch(c -> c == '\n' || c == '\t' || !isInvisible(Character.getType(c)));
    }

    private static boolean isInvisible(int type) {
        return type == Character.FORMAT
                || type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /** For a POSIX shell, which reads nothing between single quotes. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
