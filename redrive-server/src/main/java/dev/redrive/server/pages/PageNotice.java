package dev.redrive.server.pages;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a button did, shown on the page that follows. Only these words can be asked for in the address. */
public enum PageNotice {
    TRIED_RESOLVED(Tone.GOOD, "Tried, and it worked: the letter is resolved."),
    TRIED_SENT(Tone.GOOD, "Sent back to its broker. It is resolved when its consumer confirms it."),
    BUSY(Tone.BAD, "Not tried: its target has its maximum of letters in flight. Try again in a while."),
    TRIED_FAILED(Tone.BAD, "Tried, and it failed again. The newest attempt says why."),
    OUTLASTED(
            Tone.BAD,
            "Tried, but the attempt outlasted its lease, and another worker has claimed the letter. The newest attempts say"
                    + " how it went."),
    NO_HANDLER(
            Tone.BAD,
            "Not tried: nothing here can take letters of this channel. Configure a target for it under redrive.channels,"
                    + " or, if it came from Kafka, add its topic to redrive.kafka.topics."),
    CHANNEL_HELD(Tone.BAD, "Not tried: its channel is held. Release the channel first."),
    NOT_NOW(Tone.BAD, "Not tried: its target takes nothing yet. Nothing was lost; try again in a moment."),
    BLOCKED(Tone.BAD, "Not tried: an earlier letter with the same key has to be closed first."),
    NOT_WHOLE(Tone.BAD, "Not done: part of its message is missing, so it is not sent. The page says what to do."),
    REFUSED(Tone.BAD, "Not done: the letter changed in the meantime and its status does not allow it."),
    RESET(Tone.GOOD, "Back in the queue, with all its retries."),
    ARCHIVED(Tone.GOOD, "Archived as resolved by hand.", "restore"),
    DISCARDED(Tone.GOOD, "Discarded. It stays in the archive and can be restored.", "restore"),
    RESTORED(Tone.GOOD, "Restored from the archive."),
    DELETED(Tone.GOOD, "Deleted for good."),
    CONFIRMED(Tone.GOOD, "Confirmed as processed."),
    TAGGED(Tone.GOOD, "Tagged."),
    UNTAGGED(Tone.GOOD, "The tag is removed."),
    PRIORITY_SET(Tone.GOOD, "Its priority is set."),
    NOTHING_TO_RETRY(Tone.BAD, "Not done: none of its letters can be retried any more."),
    PLANNING_BUSY(Tone.BAD, "Not done: too many replays are being planned at the same time. Try again in a moment."),
    PLANNING_REFUSED(
            Tone.BAD,
            "Not done: they cannot all be in one replay, for instance because they are more than a million. Plan a part"
                    + " of them with the command line or the API, which say what is in the way."),
    COMMAND_REFUSED(
            Tone.BAD, "Not done: the replay changed in the meantime, and its state does not allow it any more."),
    LETTERS_RELEASED(
            Tone.GOOD,
            "Released: other replays can send its letters now. When it is resumed, it sends those that are free then."),
    DECIDED(Tone.GOOD, "Noted."),
    ASSIGNED(Tone.GOOD, "Assigned."),
    UNASSIGNED(Tone.GOOD, "Assigned to nobody."),
    LINKED(Tone.GOOD, "Linked to its ticket."),
    NOTE_ADDED(Tone.GOOD, "Note added."),
    UNLINKED(Tone.GOOD, "The link to its ticket is gone."),
    VIEW_SAVED(Tone.GOOD, "Saved. The view stands in the list of views."),
    VIEW_DELETED(Tone.GOOD, "The view is deleted. Letters are not changed by that."),
    SNOOZED(Tone.GOOD, "Snoozed: the rule is still checked and shown, and nothing is sent about it until then."),
    SNOOZE_ENDED(Tone.GOOD, "No longer snoozed: if the rule still fires, it is sent with the next check."),
    RETENTION_DONE(Tone.GOOD, "Retention ran. The last run below says what it came to."),
    RETENTION_PROBLEM(Tone.BAD, "Retention ran and left something out. The last run below says what and why."),
    RETENTION_GOES_ON(Tone.GOOD, "Retention is running and takes longer. Load this page again to see how it ended."),
    RETENTION_REFUSED(
            Tone.BAD, "Not done: retention is running already, or letters are kept for ever here. See below.");

    /** How it is coloured. */
    public enum Tone {
        GOOD,
        BAD
    }

    private final Tone tone;
    private final String text;
    private final @Nullable String undo;

    PageNotice(Tone tone, String text) {
        this(tone, text, null);
    }

    PageNotice(Tone tone, String text, @Nullable String undo) {
        this.tone = tone;
        this.text = text;
        this.undo = undo;
    }

    public Tone tone() {
        return tone;
    }

    public String text() {
        return text;
    }

    public boolean isBad() {
        return tone == Tone.BAD;
    }

    /** The command that takes it back, behind the address of the page. */
    public Optional<String> undo() {
        return Optional.ofNullable(undo);
    }

    /** The word in the address. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<PageNotice> of(@Nullable String word) {
        return Arrays.stream(values())
                .filter(notice -> notice.word().equals(word))
                .findFirst();
    }
}
