package dev.redrive.server.web;

import dev.redrive.store.StoreException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.util.DisconnectedClientHelper;

/** Answers with a problem whenever a request cannot be answered as asked. What is our own mistake shows nothing of our insides. */
@RestControllerAdvice
public final class ProblemAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    @ExceptionHandler(Exception.class)
    @Nullable
    ResponseEntity<byte[]> answer(Exception thrown, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        // The security filters know better whether this means "sign in" or "not allowed".
        if (thrown instanceof AccessDeniedException || thrown instanceof AuthenticationException) throw thrown;
        Optional<ProblemOfException> answer = answerTo(thrown, request, response);
        if (answer.isEmpty()) return brokenOff(thrown, request, response);
        return ResponseEntity.status(answer.get().problem().status())
                .headers(answer.get().headers())
                .header("Content-Type", ProblemJson.MEDIA_TYPE)
                .body(ProblemJson.bytes(answer.get().problem(), request.getRequestURI()));
    }

    /** An answer that broke off must not look whole: the container cuts the connection when it hears of it. */
    private static @Nullable ResponseEntity<byte[]> brokenOff(
            Exception thrown, HttpServletRequest request, HttpServletResponse response) throws Exception {
        if (response.isCommitted() && !isGone(thrown) && !UnreadBody.isIn(request)) throw thrown;
        return null;
    }

    /** The same for filters, which no exception handler stands behind. */
    public static void send(Exception thrown, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<ProblemOfException> answer = answerTo(thrown, request, response);
        if (answer.isEmpty()) return;
        answer.get().headers().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        ProblemJson.send(answer.get().problem(), request, response);
    }

    /** True when the caller hung up; a store whose connection broke is another matter. */
    static boolean isGone(Throwable thrown) {
        if (thrown instanceof StoreException) return false;
        for (Throwable cause = thrown; cause != null; cause = cause.getCause())
            if (cause instanceof ClientAbortException) return true;
        return DisconnectedClientHelper.isClientDisconnectedException(thrown);
    }

    /** Empty when the client has closed the connection. */
    private static Optional<ProblemOfException> answerTo(
            Exception thrown, HttpServletRequest request, HttpServletResponse response) {
        if (isGone(thrown)) {
            LOG.debug("the caller of {} {} went away", request.getMethod(), request.getRequestURI());
            return Optional.empty();
        }
        ProblemOfException explained = explain(thrown, request);
        if (response.isCommitted()) {
            UnreadBody.leave(explained, request);
            return Optional.empty();
        }
        response.resetBuffer();
        return Optional.of(explained);
    }

    /** Whatever it is, the caller gets something to act on: the reason, or a name under which the log knows it. */
    static ProblemOfException explain(Throwable thrown, HttpServletRequest request) {
        return ProblemOfException.of(thrown).orElseGet(() -> {
            String reference = UUID.randomUUID().toString();
            LOG.error("{} {} failed, reference {}", request.getMethod(), request.getRequestURI(), reference, thrown);
            return ProblemOfException.of(unexpected(reference)).orElseThrow();
        });
    }

    private static Problem unexpected(String reference) {
        return Problem.of(
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        "something went wrong in the server that should not have; its log has more under reference "
                                + reference)
                .with("reference", reference);
    }
}
