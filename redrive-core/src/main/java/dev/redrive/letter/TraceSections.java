package dev.redrive.letter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where the exceptions of a stack trace begin and end. A section is a header line ({@code Caused by: Type: message}), the
 * further lines of its message, and its frames. Reads Java, JavaScript and Python; finds the same sections whether the
 * messages are there or replaced by {@link #MARK}.
 */
final class TraceSections {
    static final char MARK = '\u0001';

    private static final String CAUSE = "Caused by: ";
    private static final String SUPPRESSED = "Suppressed: ";
    private static final String THREAD = "Exception in thread \"";
    private static final String PYTHON = "Traceback (most recent call last)";

    private final String text;
    private final List<Section> sections = new ArrayList<>();
    private boolean python;
    private boolean inMessage;
    private boolean inSuppressed;
    private int margin;

    private TraceSections(String text) {
        this.text = text;
    }

    static TraceSections of(String text) {
        TraceSections sections = new TraceSections(text);
        sections.read();
        return sections;
    }

    List<Section> all() {
        return sections;
    }

    /** The section of the root cause; an empty one at the start when there is no text. */
    Section root() {
        for (int i = sections.size() - 1; i >= 0; i--) {
            Section section = sections.get(i);
            if (section.inChain && section.typeEnd > section.typeStart) return section;
        }
        return sections.isEmpty() ? new Section(0) : sections.get(0);
    }

    List<StackTrace.Thrown> chain() {
        if (python) return pythonChain();
        List<StackTrace.Thrown> chain = new ArrayList<>();
        int part = 0;
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            int own = section.hasMessage() ? part++ : -1;
            if (!section.inChain) continue;
            List<String> frames = frames(i);
            if (section.typeEnd > section.typeStart || !frames.isEmpty()) chain.add(thrown(section, own, frames));
        }
        return chain;
    }

    /** Python prints the root cause first, and the frames above the exception, the innermost last. */
    private List<StackTrace.Thrown> pythonChain() {
        List<StackTrace.Thrown> chain = new ArrayList<>();
        int part = 0;
        for (int i = 1; i < sections.size(); i++) {
            Section section = sections.get(i);
            List<String> frames = frames(i - 1);
            Collections.reverse(frames);
            chain.add(thrown(section, section.hasMessage() ? part++ : -1, frames));
        }
        Collections.reverse(chain);
        return chain;
    }

    private StackTrace.Thrown thrown(Section section, int part, List<String> frames) {
        String message = part < 0 ? "" : text.substring(section.messageStart, section.messageEnd);
        return new StackTrace.Thrown(text.substring(section.typeStart, section.typeEnd), message, part, frames);
    }

    private List<String> frames(int index) {
        int end = index + 1 < sections.size() ? sections.get(index + 1).start : text.length();
        int at = Math.max(sections.get(index).start, sections.get(index).messageEnd);
        List<String> frames = new ArrayList<>();
        while (at < end) {
            int lineEnd = lineEnd(at);
            int body = skipBlanks(at, lineEnd);
            if (body > at && text.startsWith("at ", body)) {
                frames.add(text.substring(body + 3, lineEnd).strip());
            } else if (body > at && text.startsWith("File \"", body)) {
                frames.add(text.substring(body, lineEnd).strip());
            }
            at = lineEnd + 1;
        }
        return frames;
    }

    private void read() {
        int at = 0;
        while (at < text.length()) {
            int lineEnd = lineEnd(at);
            readLine(at, skipBlanks(at, lineEnd), lineEnd);
            at = lineEnd + 1;
        }
    }

    private void readLine(int at, int body, int lineEnd) {
        if (sections.isEmpty()) {
            if (body < lineEnd) readFirstLine(at, body, lineEnd);
        } else if (text.startsWith(CAUSE, body)) {
            if (body - at <= margin) inSuppressed = false;
            open(at, body + CAUSE.length(), lineEnd);
        } else if (text.startsWith(SUPPRESSED, body)) {
            inSuppressed = true;
            open(at, body + SUPPRESSED.length(), lineEnd);
        } else if (isFrame(at, body) || (python && body == lineEnd)) {
            inMessage = false;
        } else if (inMessage) {
            sections.get(sections.size() - 1).extendMessage(lineEnd);
        } else if (python && body == at) {
            openIfTyped(at, lineEnd);
        }
    }

    private void readFirstLine(int at, int body, int lineEnd) {
        margin = body - at;
        python = text.startsWith(PYTHON, body);
        if (python || isFrame(at, body)) {
            sections.add(new Section(at));
        } else if (text.startsWith(CAUSE, body)) {
            open(at, body + CAUSE.length(), lineEnd);
        } else {
            open(at, body, lineEnd);
        }
    }

    private boolean isFrame(int at, int body) {
        return text.startsWith("...", body)
                || (body > at && (text.startsWith("at ", body) || text.startsWith("File \"", body)));
    }

    private void open(int start, int header, int lineEnd) {
        sections.add(header(start, header, lineEnd));
        inMessage = true;
    }

    private void openIfTyped(int start, int lineEnd) {
        Section section = header(start, start, lineEnd);
        if (section.typeEnd == section.typeStart) return;
        sections.add(section);
        inMessage = true;
    }

    /** Takes {@code Type: message} apart. What does not begin with one word is all message. */
    private Section header(int start, int header, int lineEnd) {
        int from = afterThreadName(header, lineEnd);
        int at = from;
        while (at < lineEnd && !endsType(at, lineEnd)) at++;
        Section section = new Section(start);
        section.inChain = !inSuppressed;
        section.typeStart = from;
        section.typeEnd = at;
        if (at == lineEnd || (at == lineEnd - 1 && text.charAt(at) == '\r')) {
            section.noMessage(at, lineEnd);
        } else if (text.charAt(at) == MARK) {
            section.message(at, lineEnd);
        } else if (text.charAt(at) == ':') {
            section.message(at + 1 < lineEnd && text.charAt(at + 1) == ' ' ? at + 2 : at + 1, lineEnd);
        } else {
            section.typeEnd = from;
            section.message(from, lineEnd);
        }
        return section;
    }

    private boolean endsType(int at, int lineEnd) {
        char c = text.charAt(at);
        if (c != ':') return c == MARK || c <= ' ';
        return at + 1 == lineEnd || text.charAt(at + 1) <= ' ';
    }

    private int afterThreadName(int header, int lineEnd) {
        if (!text.startsWith(THREAD, header)) return header;
        for (int i = header + THREAD.length(); i < lineEnd - 1; i++) {
            if (text.charAt(i) == '"' && text.charAt(i + 1) == ' ') return i + 2;
        }
        return header;
    }

    private int lineEnd(int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private int skipBlanks(int at, int lineEnd) {
        int body = at;
        while (body < lineEnd && isBlank(text.charAt(body))) body++;
        return body;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r';
    }

    /** Offsets into the text; the message may go on over several lines. */
    static final class Section {
        private final int start;
        private boolean inChain = true;
        private int typeStart;
        private int typeEnd;
        private int messageStart;
        private int messageEnd;
        private boolean hasMessage;

        private Section(int start) {
            this.start = start;
            typeStart = start;
            typeEnd = start;
            messageStart = start;
            messageEnd = start;
        }

        private void message(int from, int end) {
            messageStart = from;
            messageEnd = end;
            hasMessage = true;
        }

        /** The header names a type only; lines that follow it would be its message. */
        private void noMessage(int from, int end) {
            message(from, end);
            hasMessage = false;
        }

        private void extendMessage(int end) {
            messageEnd = end;
            hasMessage = true;
        }

        int start() {
            return start;
        }

        boolean hasMessage() {
            return hasMessage;
        }

        int messageStart() {
            return messageStart;
        }

        int messageEnd() {
            return messageEnd;
        }
    }
}
