package dev.redrive.internal.cause;

import dev.redrive.internal.text.ShortText;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The wording of what our own code says about a target. Other messages lose their addresses and numbers, which differ from one
 * message to the next; here the address is the target's and the number the status that it answered, and both tell causes apart.
 */
final class TargetWording {
    private static final String REFUSAL = "dev.redrive.engine.RejectedByTarget";
    private static final Pattern ANSWERED = Pattern.compile("\\S+ answered ([1-5]\\d\\d)(?!\\d)");
    private static final Pattern ADDRESS = Pattern.compile("\\b[a-z][a-z0-9+.-]{0,20}://[^\\s\"'<>]+");
    private static final String SAID = ": ";
    private static final int LIMIT = 300;

    /** A target that answers these is busy, which says nothing about the letter. */
    private static final Set<Integer> BUSY = Set.of(408, 425, 429);

    private TargetWording() {}

    static String of(String type, String message) {
        Matcher answered = ANSWERED.matcher(message);
        if (answered.lookingAt()) return answered(answered, message);
        if (type.equals(REFUSAL)) return refusal(message);
        Matcher address = ADDRESS.matcher(message);
        if (!address.find()) return MessageShape.of(message);
        return cut(MessageShape.of(message.substring(0, address.start())) + " " + address.group()
                        + MessageShape.of(" " + message.substring(address.end())))
                .strip();
    }

    /** What a target says of a letter that it does not take is why; what it says when it is broken is noise. */
    private static String answered(Matcher answered, String message) {
        int status = Integer.parseInt(answered.group(1));
        String rest = message.substring(answered.end());
        boolean isWhy = status >= 400 && status < 500 && !BUSY.contains(status) && rest.startsWith(SAID);
        return cut(answered.group()) + (isWhy ? SAID + MessageShape.of(rest.substring(SAID.length())) : "");
    }

    /** Up to the colon it is a sentence of ours, in which nothing varies but the target's name. */
    private static String refusal(String message) {
        int end = message.indexOf(SAID);
        if (end < 0) return cut(message);
        return cut(message.substring(0, end)) + SAID + MessageShape.of(message.substring(end + SAID.length()));
    }

    private static String cut(String text) {
        return ShortText.cut(text, LIMIT);
    }
}
