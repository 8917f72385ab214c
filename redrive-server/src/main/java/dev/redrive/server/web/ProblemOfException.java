package dev.redrive.server.web;

import dev.redrive.archive.ArchiveException;
import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.InvalidLetter;
import dev.redrive.internal.text.ShortText;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.questions.CursorGone;
import dev.redrive.store.questions.UnknownAttribute;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.ConversionNotSupportedException;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingPathVariableException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** What an exception means to the caller: a problem, and headers that belong to it. */
record ProblemOfException(Problem problem, HttpHeaders headers) {
    /** The store is asked again after two seconds; a caller may wait a little longer. */
    private static final String RETRY_AFTER_SECONDS = "5";

    private static final int SHOWN = 100;

    /** Empty when it means nothing to the caller, because the mistake is ours. */
    static Optional<ProblemOfException> of(Throwable thrown) {
        if (thrown instanceof Problem problem) return Optional.of(plain(problem));
        return ours(thrown).or(() -> inBody(thrown)).or(() -> ofSpring(thrown));
    }

    private static ProblemOfException plain(Problem problem) {
        boolean later =
                problem.status() == HttpStatus.TOO_MANY_REQUESTS || problem.status() == HttpStatus.SERVICE_UNAVAILABLE;
        if (later) return later(problem);
        return new ProblemOfException(problem, HttpHeaders.EMPTY);
    }

    private static Optional<ProblemOfException> ours(Throwable thrown) {
        if (thrown instanceof StoreUnavailable)
            return Optional.of(later("the store cannot be reached right now; nothing was changed that this answer could"
                    + " confirm, so ask again in a few seconds"));
        if (thrown instanceof ArchiveException)
            return Optional.of(later("the archive cannot be used: " + thrown.getMessage()));
        if (thrown instanceof CaptureFailed)
            return Optional.of(later("the letters could not be kept: the store is away and the local journal takes no"
                    + " more; keep them and send them again"));
        if (thrown instanceof CursorGone gone)
            return Optional.of(plain(Problem.badField("cursor", Objects.requireNonNull(gone.getMessage()))));
        if (thrown instanceof UnknownAttribute unknown)
            return Optional.of(
                    plain(Problem.badField("attr." + unknown.name(), Objects.requireNonNull(unknown.getMessage()))));
        if (thrown instanceof InvalidLetter invalid)
            return Optional.of(plain(Problem.badRequest(invalid.getMessage() + "; nothing of this request was stored")
                    .with("index", invalid.index())));
        return Optional.empty();
    }

    private static ProblemOfException later(String detail) {
        return later(Problem.of(HttpStatus.SERVICE_UNAVAILABLE, detail));
    }

    private static ProblemOfException later(Problem problem) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return new ProblemOfException(problem, headers);
    }

    private static Optional<ProblemOfException> inBody(Throwable thrown) {
        if (thrown instanceof HttpMessageNotReadableException)
            return Optional.of(plain(Problem.badRequest(
                    "the body is missing or cannot be read; send a JSON object as it is described at /docs")));
        if (thrown instanceof MethodArgumentTypeMismatchException mismatch)
            return Optional.of(plain(mismatch(mismatch.getName(), mismatch)));
        if (thrown instanceof TypeMismatchException mismatch && !(thrown instanceof ConversionNotSupportedException))
            return Optional.of(
                    plain(mismatch(Objects.requireNonNullElse(mismatch.getPropertyName(), "a parameter"), mismatch)));
        if (thrown instanceof InvalidParameterException)
            return Optional.of(plain(Problem.badRequest(
                    "the parameters of the address cannot be read; write special characters as %XX in UTF-8")));
        return Optional.empty();
    }

    private static Problem mismatch(String field, TypeMismatchException mismatch) {
        Class<?> wanted = mismatch.getRequiredType();
        return Problem.badField(field, field + " must be " + words(wanted) + ", not " + shown(mismatch.getValue()));
    }

    private static String words(@Nullable Class<?> wanted) {
        if (wanted == null) return "something else";
        if (wanted.isEnum())
            return "one of "
                    + Arrays.stream(wanted.getEnumConstants())
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
        if (wanted == int.class || wanted == Integer.class || wanted == long.class || wanted == Long.class)
            return "a whole number";
        if (wanted == boolean.class || wanted == Boolean.class) return "true or false";
        return "a " + wanted.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return '"' + ShortText.withDots(text, SHOWN) + '"';
    }

    private static Optional<ProblemOfException> ofSpring(Throwable thrown) {
        if (thrown instanceof HttpMediaTypeNotSupportedException type) return Optional.of(ofType(type));
        if (!(thrown instanceof ErrorResponse response)) return Optional.empty();
        HttpStatus status = HttpStatus.resolve(response.getStatusCode().value());
        if (status == null || status == HttpStatus.INTERNAL_SERVER_ERROR) return Optional.empty();
        return Optional.of(
                new ProblemOfException(Problem.of(status, detail(thrown, response, status)), response.getHeaders()));
    }

    private static ProblemOfException ofType(HttpMediaTypeNotSupportedException e) {
        MediaType given = e.getContentType();
        return new ProblemOfException(
                Body.notRead(given == null ? null : given.toString(), list(e.getSupportedMediaTypes())),
                e.getHeaders());
    }

    private static String detail(Throwable thrown, ErrorResponse response, HttpStatus status) {
        if (thrown instanceof HttpRequestMethodNotSupportedException method) return detail(method);
        if (thrown instanceof HttpMediaTypeNotAcceptableException type)
            return "none of the types in Accept can be had here; ask for " + list(type.getSupportedMediaTypes());
        if (thrown instanceof MissingServletRequestParameterException missing)
            return "the parameter " + missing.getParameterName() + " is missing";
        if (thrown instanceof MissingRequestHeaderException missing)
            return "the header " + missing.getHeaderName() + " is missing";
        if (thrown instanceof MissingPathVariableException) return "a part of the path is missing";
        if (thrown instanceof NoResourceFoundException || thrown instanceof NoHandlerFoundException)
            return "there is nothing at this address; all that there is, is described at /docs";
        return Optional.ofNullable(response.getBody().getDetail()).orElseGet(status::getReasonPhrase);
    }

    private static String detail(HttpRequestMethodNotSupportedException e) {
        String[] supported = e.getSupportedMethods();
        return e.getMethod() + " is not possible here"
                + (supported == null ? "" : "; use " + String.join(" or ", supported));
    }

    private static String list(List<MediaType> types) {
        if (types.isEmpty()) return MediaType.APPLICATION_JSON_VALUE;
        return types.stream().map(MediaType::toString).distinct().collect(Collectors.joining(" or "));
    }
}
