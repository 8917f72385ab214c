package dev.redrive.server.access.signin;

import dev.redrive.server.access.AccessRefusals;
import dev.redrive.server.access.CallerResolver;
import dev.redrive.server.access.NextPage;
import dev.redrive.server.access.SignedInCaller;
import dev.redrive.server.access.Tokens;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;

/** What follows a try to sign in: a line in the audit log, and the way on. */
public final class SignInResult {
    private static final Logger log = LoggerFactory.getLogger(SignInResult.class);
    private static final String TOO_MANY = "There were too many wrong tries to sign in.";

    private final Tokens tokens;
    private final LoginThrottle throttle;
    private final Audit audit;
    private final AccessRefusals refusals;

    public SignInResult(Tokens tokens, LoginThrottle throttle, Audit audit, AccessRefusals refusals) {
        this.tokens = tokens;
        this.throttle = throttle;
        this.audit = audit;
        this.refusals = refusals;
    }

    public void tokenWasRight(HttpServletRequest request, HttpServletResponse response, Authentication who)
            throws IOException {
        if (!recorded(request, response, who)) return;
        String next = NextPage.take(request, response);
        if (AccessRefusals.wantsPage(request)) AccessRefusals.redirect(response, next);
        else response.setStatus(HttpStatus.NO_CONTENT.value());
    }

    void providerSaidYes(HttpServletRequest request, HttpServletResponse response, Authentication who)
            throws IOException {
        if (recorded(request, response, who)) refusals.bounce(response, NextPage.take(request, response));
    }

    public void tokenWasWrong(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        if (why instanceof TokenLogin.TooManyTries tries) refusals.tooMany(response, tries.retryAfter(), TOO_MANY);
        else failed(request, response, why, "?error");
    }

    /** Counted by the throttle too: forged answers of a provider must not fill the audit log. */
    void providerSaidNo(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        Optional<Problem> problem = problemIn(why);
        if (problem.isPresent()) {
            refusals.write(response, problem.get());
            return;
        }
        Duration wait = throttle.begin(request.getRemoteAddr());
        if (!wait.isZero()) {
            refusals.tooMany(response, wait, TOO_MANY);
            return;
        }
        log.warn("a sign-in with the identity provider failed: {}", why.getMessage());
        failed(request, response, why, "?denied");
    }

    private void failed(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException why, String reason)
            throws IOException {
        try {
            audit.record(CallerResolver.anonymous(request), "log in failed", nameGiven(request), 0);
        } catch (Problem problem) {
            refusals.write(response, problem);
            return;
        }
        if (AccessRefusals.wantsPage(request)) AccessRefusals.redirect(response, AccessRefusals.LOGIN + reason);
        else refusals.write(response, Problem.of(HttpStatus.UNAUTHORIZED, String.valueOf(why.getMessage())));
    }

    /** Every sign-in is audited: without a line in the audit log the session ends at once. */
    private boolean recorded(HttpServletRequest request, HttpServletResponse response, Authentication who)
            throws IOException {
        if (!(who.getPrincipal() instanceof SignedInCaller person))
            throw new IllegalStateException("signed in as something unknown: " + who.getClass());
        Caller caller = person.callingFrom(request.getRemoteAddr());
        try {
            audit.record(caller, "log in", caller.name(), 0);
            return true;
        } catch (Problem problem) {
            end(request);
            refusals.write(response, problem);
            return false;
        }
    }

    private static void end(HttpServletRequest request) {
        SecurityContextHolder.clearContext();
        @Nullable HttpSession session = request.getSession(false);
        if (session != null) session.invalidate();
    }

    /** Only a name that exists: people paste tokens into the wrong field. */
    private String nameGiven(HttpServletRequest request) {
        @Nullable String name = request.getParameter("name");
        return name != null && tokens.isName(name) ? name : "unknown";
    }

    private static Optional<Problem> problemIn(Throwable thrown) {
        return Stream.<@Nullable Throwable>iterate(thrown, cause -> cause != null, cause -> cause.getCause())
                .filter(Problem.class::isInstance)
                .map(Problem.class::cast)
                .findFirst();
    }
}
