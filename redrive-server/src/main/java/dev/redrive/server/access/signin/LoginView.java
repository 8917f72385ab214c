package dev.redrive.server.access.signin;

/**
 * Everything on the page where people sign in.
 *
 * @param error empty when nothing went wrong
 */
public record LoginView(String error, boolean signedOut, boolean tokens, boolean oidc) {
    public static final int LONGEST_NAME = TokenLogin.LONGEST_NAME;

    /** Only our own sentences are shown, whatever stands in the address. */
    static String trouble(boolean wrong, boolean denied) {
        if (wrong)
            return "No token like that opens these pages. Check that it is complete, and that it may do more than capture.";
        if (denied)
            return "That was not allowed: your identity provider gave you no role, or the page"
                    + " was open for too long. Sign in again, or go back to the overview.";
        return "";
    }
}
