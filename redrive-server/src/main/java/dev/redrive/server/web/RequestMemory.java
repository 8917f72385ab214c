package dev.redrive.server.web;

import dev.redrive.Letters;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.OptionalInt;

/** What one request holds of the memory and of the disk that all requests share. It gives both back at its end. */
public final class RequestMemory implements AutoCloseable {
    /**
     * How often the bytes of a letter are in memory while it is worked on: as they came, as its payload, as text to look at,
     * packed for the store. Counted in the code, with some to spare; text that is not ASCII takes the most.
     */
    private static final int COPIES = 6;

    /** What a letter takes beside its bytes. */
    private static final int OBJECTS = 4 * 1024;

    private static final String ATTRIBUTE = RequestMemory.class.getName();

    private final ByteBudget.Share memory;
    private final ByteBudget.Share buffers;
    private final ByteBudget.Share disk;

    RequestMemory(ByteBudget memory, ByteBudget disk) {
        this.memory = memory.share();
        this.buffers = memory.share();
        this.disk = disk.share();
    }

    /** Where no filter bounds requests, nothing does. */
    public static RequestMemory of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof RequestMemory known) return known;
        RequestMemory own = new RequestMemory(ByteBudget.unlimited(), ByteBudget.unlimited());
        own.mark(request);
        return own;
    }

    void mark(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Waits for the memory that it takes to work on so many bytes of letters. */
    public void take(long bytes) {
        memory.take(bytes * COPIES);
    }

    /** Waits for the memory of so many letters, whose bytes are taken already. */
    public void takeLetters(int count) {
        memory.take((long) count * OBJECTS);
    }

    /** Waits for the memory of a letter of so many bytes. */
    public void takeLetter(long bytes) {
        memory.take(bytes * COPIES + OBJECTS);
    }

    /** False when there is no memory for it right now. */
    public boolean tryTakeLetter(long bytes) {
        return memory.tryTake(bytes * COPIES + OBJECTS);
    }

    /** A letter of the store, once there is memory for it. */
    public Optional<DeadLetter> find(Letters letters, LetterId id) {
        OptionalInt size = letters.payloadSize(id);
        if (size.isEmpty()) return Optional.empty();
        takeLetter(size.getAsInt());
        return letters.find(id);
    }

    /** The letters were dealt with; the request goes on with others. */
    public void release() {
        memory.close();
    }

    /** Waits for the memory of a buffer, which the old one is moved into. */
    public void takeBuffer(long bytes) {
        buffers.take(bytes);
    }

    public void releaseBuffer() {
        buffers.close();
    }

    ByteBudget.Share disk() {
        return disk;
    }

    @Override
    public void close() {
        memory.close();
        buffers.close();
        disk.close();
    }
}
