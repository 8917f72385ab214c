package dev.redrive.cli.http;

import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says what went wrong with a server, and what to try. */
final class ServerErrors {
    private ServerErrors() {}

    static CommandFailed unreachable(Address address, Exception e) {
        String at = address.shown();
        if (e instanceof SocketTimeoutException)
            return new CommandFailed("the server at " + at + " does not answer", "look at it with: redrive doctor", e);
        if (e instanceof UnknownHostException)
            return new CommandFailed(
                    "there is no host " + e.getMessage() + " (" + at + ")", "name another with --url", e);
        if (e instanceof SSLException)
            return new CommandFailed(
                    "no trusted connection to " + at + ": " + reason(e), "is it http rather than https?", e);
        if (e instanceof java.net.ConnectException || e instanceof java.net.NoRouteToHostException)
            return new CommandFailed(
                    "no server at " + at + ": start one with ./redrive serve, or name another with --url", null, e);
        return broken(address, e);
    }

    static CommandFailed broken(Address address, Exception e) {
        if (e instanceof SocketTimeoutException)
            return new CommandFailed("the server at " + address.shown() + " does not answer", "try again", e);
        return new CommandFailed("the connection to " + address.shown() + " broke: " + reason(e), "try again", e);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : SafeText.line(e.getMessage());
    }

    static ServerRefused refused(Address address, int status, Value problem) {
        String detail = problem.at("detail")
                .text()
                .or(() -> problem.at("title").text())
                .map(SafeText::text)
                .orElse(null);
        String said = detail == null ? "the server answered " + status : detail;
        return new ServerRefused(status, said, next(address, status, detail), problem);
    }

    private static @Nullable String next(Address address, int status, @Nullable String detail) {
        return switch (status) {
            case 401 ->
                address.token().isPresent()
                        ? "the token was not accepted: look at --token or REDRIVE_TOKEN"
                        : "give a token with --token or REDRIVE_TOKEN";
            case 403 -> "use a token of a higher role, with --token or REDRIVE_TOKEN";
            case 404 -> detail == null ? "is there a Redrive server at " + address.shown() + "?" : null;
            case 429 -> "wait a little and try again";
            case 500, 502, 503, 504 -> "look at the server with: redrive doctor";
            default -> null;
        };
    }
}
