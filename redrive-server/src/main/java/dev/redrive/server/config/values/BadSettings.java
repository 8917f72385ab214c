package dev.redrive.server.config.values;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that the server cannot start with; lists everything that is wrong with them, not only the first thing. */
public final class BadSettings extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> mistakes;

    public BadSettings(List<String> mistakes) {
        super(summary(mistakes), null, false, false);
        this.mistakes = List.copyOf(mistakes);
    }

    public List<String> mistakes() {
        return mistakes;
    }

    private static String summary(List<String> mistakes) {
        String count = mistakes.size() == 1 ? "is a mistake" : "are " + mistakes.size() + " mistakes";
        return mistakes.stream()
                .map(mistake -> "\n  - " + mistake)
                .collect(Collectors.joining("", "there " + count + " in the settings:", ""));
    }
}
