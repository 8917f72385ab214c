package dev.redrive.server.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.SocketException;
import java.util.Optional;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where the servlet container sends what went wrong outside of the controllers: in filters, or before them. */
@RestController
final class ErrorEndpoint implements ErrorController {
    @RequestMapping("/error")
    ResponseEntity<byte[]> answer(HttpServletRequest request) {
        if (isGone(request)) return ResponseEntity.badRequest().build();
        ProblemOfException explained = UnreadBody.explained(request).orElseGet(() -> explain(request));
        String instance = Optional.ofNullable(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI))
                .map(String::valueOf)
                .orElse(request.getRequestURI());
        return ResponseEntity.status(explained.problem().status())
                .headers(explained.headers())
                .header("Content-Type", ProblemJson.MEDIA_TYPE)
                .body(ProblemJson.bytes(explained.problem(), instance));
    }

    /** Tomcat asks for a page also when the client has closed the connection. */
    private static boolean isGone(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable thrown
                && (thrown instanceof SocketException || ProblemAdvice.isGone(thrown));
    }

    private static ProblemOfException explain(HttpServletRequest request) {
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable thrown)
            return ProblemAdvice.explain(thrown, request);
        HttpStatus status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                ? Optional.ofNullable(HttpStatus.resolve(code)).orElse(HttpStatus.INTERNAL_SERVER_ERROR)
                : HttpStatus.NOT_FOUND;
        return new ProblemOfException(Problem.of(status, detail(status)), HttpHeaders.EMPTY);
    }

    static String detail(HttpStatus status) {
        return switch (status) {
            case BAD_REQUEST -> "the request is not valid HTTP, or its address has characters that are not allowed";
            case UNAUTHORIZED -> "send a token as Authorization: Bearer …";
            case FORBIDDEN -> "you may not do this";
            case NOT_FOUND -> "there is nothing at this address; all that there is, is described at /docs";
            case CONTENT_TOO_LARGE -> "the request is larger than the server takes";
            default -> status.getReasonPhrase();
        };
    }
}
