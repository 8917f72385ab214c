package dev.redrive.cli.terminal;

/** A way to set text off from the rest. */
public enum Style {
    PLAIN(""),
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    BLUE("34"),
    MAGENTA("35"),
    CYAN("36");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    String start() {
        return code.isEmpty() ? "" : "\u001b[" + code + "m";
    }
}
