package dev.redrive.internal.replay;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.letter.LetterId;
import dev.redrive.store.leases.ExpectedLetter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The lines of a replay that are next, read from its ledger a page at a time: in order, but for those that wait behind a
 * letter of their sequence or for a time.
 */
final class LedgerCursor {
    private static final int PAGE = 1000;
    private static final int MOST_WAITING = 10_000;

    /** A line and how its letter is to be claimed. */
    record Next(LedgerLine line, ExpectedLetter expected, int tries) {
        static Next of(LedgerLine line) {
            return new Next(line, LetterPreparation.expected(line), 0);
        }

        /** It keeps how it is to be claimed; that it was not claimed is no fault of its own. */
        Next prepared() {
            return new Next(line, expected, Math.max(1, tries));
        }

        Next as(ExpectedLetter changed) {
            return new Next(line, changed, tries + 1);
        }
    }

    private record Later(Next next, long nanos) {}

    private final RunLedger ledger;
    private final Deque<LedgerLine> page = new ArrayDeque<>();
    private final Deque<Next> first = new ArrayDeque<>();
    private final PriorityQueue<Later> later = new PriorityQueue<>(Comparator.comparingLong(Later::nanos));
    private final Set<LetterId> soon = new HashSet<>();
    private final Map<LetterId, PriorityQueue<LedgerLine>> behind = new HashMap<>();
    private final Set<LetterId> pulledForward = new HashSet<>();
    private final Set<LetterId> lined = new HashSet<>();
    private long position;
    private boolean atEnd;

    LedgerCursor(RunLedger ledger) {
        this.ledger = ledger;
    }

    /** True when every line was handed out and none waits. */
    boolean isEmpty() {
        return page.isEmpty() && first.isEmpty() && later.isEmpty() && behind.isEmpty() && isAtEnd();
    }

    /** True when no line can be handed out, now or later, but for those behind others. */
    boolean isIdle() {
        return page.isEmpty() && first.isEmpty() && later.isEmpty() && isAtEnd();
    }

    private boolean isAtEnd() {
        if (!atEnd && page.isEmpty()) readOn();
        return atEnd && page.isEmpty();
    }

    private void readOn() {
        List<LedgerLine> lines = ledger.next(position, PAGE);
        atEnd = lines.size() < PAGE;
        if (!lines.isEmpty()) position = lines.get(lines.size() - 1).position();
        for (LedgerLine line : lines) if (!pulledForward.remove(line.letter())) page.add(line);
    }

    /** The next lines to be claimed, at most so many. */
    List<Next> next(int most, long nanos) {
        while (!later.isEmpty() && later.peek().nanos() - nanos <= 0)
            first.addLast(later.poll().next());
        List<Next> next = new ArrayList<>();
        while (next.size() < most && !first.isEmpty()) {
            Next one = first.remove();
            soon.remove(one.line().letter());
            next.add(one);
        }
        while (next.size() < most && later.size() + lined.size() < MOST_WAITING && !isAtEnd())
            if (!page.isEmpty()) next.add(Next.of(page.poll()));
        return next;
    }

    /** How long until a waiting line is next; the longest time when none waits. */
    long nanosToNext(long nanos) {
        if (!first.isEmpty()) return 0;
        return later.isEmpty() ? Long.MAX_VALUE : Math.max(0, later.peek().nanos() - nanos);
    }

    void again(Next next) {
        soon.add(next.line().letter());
        first.addFirst(next);
    }

    void again(Next next, long atNanos) {
        soon.add(next.line().letter());
        later.add(new Later(next, atNanos));
    }

    /** This line goes before its turn, because others wait for it. */
    void pullForward(LedgerLine line) {
        if (line.position() > position) pulledForward.add(line.letter());
        else page.removeIf(other -> other.position() == line.position());
        again(Next.of(line));
    }

    // Sequences

    /** True when the letter goes out in any case: now, at a time, or after another one. */
    boolean has(LetterId letter) {
        return soon.contains(letter) || lined.contains(letter) || behind.containsKey(letter);
    }

    void waitBehind(LetterId letter, LedgerLine line) {
        behind.computeIfAbsent(letter, l -> new PriorityQueue<>(Comparator.comparing(LedgerLine::letter)))
                .add(line);
        lined.add(line.letter());
    }

    /** The letter is out of the way: the first line behind it may go, and the others wait behind that one. */
    void goesOnAfter(LetterId letter, long atNanos) {
        PriorityQueue<LedgerLine> waiting = behind.remove(letter);
        if (waiting == null) return;
        LedgerLine next = waiting.remove();
        lined.remove(next.letter());
        again(Next.of(next), atNanos);
        if (waiting.isEmpty()) return;
        PriorityQueue<LedgerLine> others = behind.get(next.letter());
        if (others == null) behind.put(next.letter(), waiting);
        else others.addAll(waiting);
    }

    /** The letter stays in the way: none of the lines behind it can go. */
    List<LedgerLine> giveUpBehind(LetterId letter) {
        PriorityQueue<LedgerLine> waiting = behind.remove(letter);
        if (waiting == null) return List.of();
        List<LedgerLine> given = new ArrayList<>();
        for (LedgerLine line : waiting) {
            lined.remove(line.letter());
            given.add(line);
            given.addAll(giveUpBehind(line.letter()));
        }
        return given;
    }
}
