package dev.redrive.server.pages;

/** A page that could not be shown as asked. */
public record ProblemView(int status, String title, String detail) {
    public static ProblemView of(int status, String detail) {
        return new ProblemView(status, title(status), detail);
    }

    /** True when it can be asked for in another way. */
    public boolean isMistake() {
        return status == 400;
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "That cannot be asked for";
            case 401 -> "Please sign in";
            case 403 -> "Not for you";
            case 404 -> "Not here";
            case 409 -> "Not in this state";
            case 503 -> "The store is away";
            default -> status < 500 ? "That did not work" : "Something broke";
        };
    }
}
