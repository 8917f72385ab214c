package dev.redrive.server.web;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/** Answers with a problem where Tomcat would answer with a page of HTML: requests so broken that no application sees them. */
public final class ProblemReportValve extends ErrorReportValve {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemReportValve.class);

    /** Tomcat makes it, by its name. */
    public ProblemReportValve() {}

    @Override
    protected void report(Request request, Response response, @Nullable Throwable thrown) {
        int code = response.getStatus();
        if (code < HttpStatus.BAD_REQUEST.value() || response.getContentWritten() > 0 || !response.setErrorReported())
            return;
        AtomicBoolean open = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, open);
        if (!open.get()) return;
        HttpStatus status = Optional.ofNullable(HttpStatus.resolve(code)).orElse(HttpStatus.INTERNAL_SERVER_ERROR);
        try {
            write(response, ProblemJson.bytes(Problem.of(status, ErrorEndpoint.detail(status)), ""));
        } catch (IOException e) {
            LOG.debug("the caller went away before the error was answered", e);
        }
    }

    private static void write(Response response, byte[] body) throws IOException {
        response.setContentType(ProblemJson.MEDIA_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
        response.finishResponse();
    }
}
