package dev.redrive.letter;

import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import java.time.InstantSource;

/** Makes letter ids that only ever grow, also when the clock goes backwards for a while. */
public final class LetterIds {
    private final TimeOrderedEpochFactory factory;

    public LetterIds(InstantSource clock) {
        this.factory = TimeOrderedEpochFactory.builder()
                .withTimeFunction(new Forward(clock)::millis)
                .withIncrementPlus1()
                .build();
    }

    public LetterId next() {
        return new LetterId(factory.create());
    }

    /** The library forgives ten seconds of going backwards; we never go back at all. */
    private static final class Forward {
        private final InstantSource clock;
        private long last;

        Forward(InstantSource clock) {
            this.clock = clock;
        }

        synchronized long millis() {
            last = Math.max(last, clock.millis());
            return last;
        }
    }
}
