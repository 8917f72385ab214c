package dev.redrive.server.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import org.apache.coyote.BadRequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;

/**
 * A body that could not be read. Tomcat then closes the response and calls the error page; the reader of
 * the body knows how far it came and leaves a problem for that page.
 */
final class UnreadBody {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadBody.class);
    private static final String ATTRIBUTE = UnreadBody.class.getName();

    private UnreadBody() {}

    /** True when Tomcat gave up on the body of this request. */
    static boolean isIn(HttpServletRequest request) {
        return why(request).isPresent();
    }

    private static Optional<IOException> why(HttpServletRequest request) {
        Object thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        return thrown instanceof SocketTimeoutException || thrown instanceof BadRequestException
                ? Optional.of((IOException) thrown)
                : Optional.empty();
    }

    static void leave(ProblemOfException explained, HttpServletRequest request) {
        if (isIn(request)) request.setAttribute(ATTRIBUTE, explained);
    }

    /** What the reader left, or what can be said without one; empty when it is not the body that is wrong. */
    static Optional<ProblemOfException> explained(HttpServletRequest request) {
        return why(request).map(why -> {
            LOG.debug("the body of a request could not be read to its end", why);
            return request.getAttribute(ATTRIBUTE) instanceof ProblemOfException left
                    ? left
                    : new ProblemOfException(Body.unreadable(why), HttpHeaders.EMPTY);
        });
    }
}
