package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditQuery;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.TimeText;
import dev.redrive.server.target.CurlCommand;
import dev.redrive.server.target.NoTarget;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes what the page of a letter shows. */
final class LetterViews {
    static final int HEADERS = 50;
    private static final int MORE_HEADERS = 500;
    static final int ATTEMPTS = 50;
    private static final int MORE_ATTEMPTS = 200;
    private static final int AUDIT = 20;

    private final Redrive redrive;
    private final Letters letters;
    private final Settings settings;
    private final AuditLog auditLog;

    LetterViews(Redrive redrive, Settings settings, AuditLog auditLog) {
        this.redrive = redrive;
        this.letters = redrive.letters();
        this.settings = settings;
        this.auditLog = auditLog;
    }

    LetterView view(PageFrame frame, Masking masking, DeadLetter letter, LetterAddress address) {
        Optional<LegalHold> hold = letters.holdOn(letter).map(known -> shown(masking, known));
        Optional<String> noTarget = noTarget(letter);
        return new LetterView(
                letter,
                PayloadParts.of(letter.payload(), address),
                additional(masking, letter),
                headers(letter.message().headers(), address.headers()),
                letter.failure().stackTrace().chain(),
                attempts(frame, letter, address.attempts()),
                new VersionRows(frame, masking).of(letters.versions(letter.id())),
                hold,
                actions(frame, letter, hold.isPresent(), noTarget.isPresent()),
                StateDiagram.at(letter.status()),
                noTarget,
                schema(settings, letter.channel()).isPresent(),
                sequence(frame, masking, letter),
                new LetterView.CurlPart(
                        CaptureCommand.of(letter, frame.base()),
                        frame.mayAct() ? CurlCommand.of(letter, settings.channels()) : Optional.empty()),
                audit(frame, letter));
    }

    /** What payloads of a channel are checked against. */
    static Optional<dev.redrive.transform.schema.PayloadSchema> schema(Settings settings, String channel) {
        return settings.channels().stream()
                .filter(some -> some.schema().isPresent() && some.match().matches(channel))
                .findFirst()
                .flatMap(ChannelSettings::schema);
    }

    private Optional<String> noTarget(DeadLetter letter) {
        boolean matters = letter.status().isOpen() && !redrive.serves(letter.channel());
        return matters ? Optional.of(NoTarget.text(letter.channel())) : Optional.empty();
    }

    private static LegalHold shown(Masking masking, LegalHold hold) {
        return new LegalHold(hold.subject(), hold.by(), masking.words(hold.reason()), hold.since());
    }

    private static Optional<PayloadView> additional(Masking masking, DeadLetter letter) {
        Json members = letter.message().additional().members();
        if (members.equals(Json.EMPTY_OBJECT)) return Optional.empty();
        return Optional.of(PayloadView.of(Payload.of(masking.shown(members).text())));
    }

    private static LetterView.HeaderPart headers(Headers headers, int from) {
        int count = headers.list().size();
        int start = Math.min(from, count);
        int end = Math.min(start + (start == 0 ? HEADERS : MORE_HEADERS), count);
        return new LetterView.HeaderPart(
                headers.list().subList(start, end).stream()
                        .map(LetterView.HeaderRow::of)
                        .toList(),
                start,
                count);
    }

    // Attempts

    private static LetterView.AttemptPart attempts(PageFrame frame, DeadLetter letter, int from) {
        int count = letter.attempts().size();
        int start = Math.min(from, count);
        int end = Math.min(start + (start == 0 ? ATTEMPTS : MORE_ATTEMPTS), count);
        List<LetterView.AttemptRow> rows = new ArrayList<>();
        Failure before = letter.failure();
        for (int i = 0; i < count - start; i++) {
            Attempt attempt = letter.attempts().get(i);
            if (i >= count - end) rows.add(attempt(frame, i + 1, attempt, before));
            before = Optional.ofNullable(attempt.shownFailure()).orElse(before);
        }
        Collections.reverse(rows);
        return new LetterView.AttemptPart(rows, start, count);
    }

    private static LetterView.AttemptRow attempt(PageFrame frame, int number, Attempt attempt, Failure before) {
        return new LetterView.AttemptRow(
                number,
                frame.when(attempt.startedAt()),
                TimeText.span(attempt.took()),
                attempt.wasBeforeCapture() && attempt.worker().isEmpty() ? "its sender" : attempt.worker(),
                attempt.wasBeforeCapture() ? "before capture" : attempt.strategy(),
                attempt.result(),
                Optional.ofNullable(attempt.shownFailure()).map(failure -> error(failure, before)));
    }

    private static LetterView.ErrorRow error(Failure failure, Failure before) {
        boolean isSameType = failure.type().equals(before.type());
        return new LetterView.ErrorRow(
                failure.type(),
                isSameType,
                TextChange.between(before.message(), failure.message()),
                isSameType && failure.message().equals(before.message()));
    }

    // Actions

    private static List<LetterView.ActionRow> actions(
            PageFrame frame, DeadLetter letter, boolean isHeld, boolean hasNoTarget) {
        return Arrays.stream(LetterAction.values())
                .map(action -> new LetterView.ActionRow(
                        action, right(frame, action).or(() -> inTheWay(frame, action, letter, isHeld, hasNoTarget))))
                .toList();
    }

    private static Optional<String> right(PageFrame frame, LetterAction action) {
        if (!frame.mayAct()) return Optional.of("You may look. Changing something needs the role operator.");
        if (action == LetterAction.DELETE && !frame.mayAdminister()) return Optional.of("This needs the role admin.");
        return Optional.empty();
    }

    private static Optional<String> inTheWay(
            PageFrame frame, LetterAction action, DeadLetter letter, boolean isHeld, boolean hasNoTarget) {
        if (action == LetterAction.RETRY) {
            Optional<String> already = LastRetry.of(letter, frame.now()).map(words -> words + ".");
            if (already.isPresent()) return already;
            if (hasNoTarget) return Optional.of("No target is configured for its channel.");
        }
        if (action == LetterAction.DELETE && isHeld) return Optional.of("It is under a legal hold.");
        return action.inTheWay(letter);
    }

    // Around it

    private Optional<LetterView.SequencePart> sequence(PageFrame frame, Masking masking, DeadLetter letter) {
        Sequence sequence = Sequence.of(letter.channel(), letter.message(), letter.ordered());
        if (sequence == null || !sequence.key().isText()) return Optional.empty();
        Filter filter = Filter.builder()
                .channel(letter.channel())
                .key(sequence.key().text())
                .build();
        Query earlier = Query.newest(filter, 1).after(letter.id());
        Query later = earlier.sorted(Query.Sort.CREATED_AT, Query.Direction.ASC);
        return Optional.of(new LetterView.SequencePart(
                neighbour(frame, masking, earlier),
                neighbour(frame, masking, later),
                letter.blockedBy(),
                sequence.key().text()));
    }

    private Optional<LetterView.Neighbour> neighbour(PageFrame frame, Masking masking, Query query) {
        return letters.search(query).items().stream()
                .findFirst()
                .map(masking::shown)
                .map(found -> row(frame, found));
    }

    private static LetterView.Neighbour row(PageFrame frame, Summary letter) {
        return new LetterView.Neighbour(
                letter.id(), letter.state().status(), frame.when(letter.id().createdAt()), letter.errorType());
    }

    private Optional<List<LetterView.AuditRow>> audit(PageFrame frame, DeadLetter letter) {
        if (!frame.mayAdminister() || !frame.seesAll()) return Optional.empty();
        AuditQuery query = new AuditQuery(
                Optional.empty(),
                Optional.empty(),
                Optional.of(letter.id().toString()),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                AUDIT);
        return Optional.of(auditLog.list(query).stream()
                .map(line -> new LetterView.AuditRow(
                        line.number(),
                        frame.when(line.note().at()),
                        line.note().by(),
                        line.note().role(),
                        line.note().action()))
                .toList());
    }
}
