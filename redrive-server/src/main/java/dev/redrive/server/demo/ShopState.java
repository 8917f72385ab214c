package dev.redrive.server.demo;

import dev.redrive.Letters;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the shop is at one moment. */
public record ShopState(long sales, List<PartState> parts) {
    /**
     * How one part is.
     *
     * @param processed messages that went through at once
     * @param captured messages that became letters
     * @param open letters of its channel that still need something to happen
     */
    public record PartState(
            String name,
            String title,
            String channel,
            String purpose,
            String trouble,
            boolean broken,
            @Nullable Instant brokenSince,
            long processed,
            long captured,
            long open,
            long pending,
            long retrying,
            long failed,
            long manual,
            long resolved) {
        static PartState of(Part part, Shop shop, StatusCounts letters) {
            return new PartState(
                    part.word(),
                    part.title(),
                    part.channel(),
                    part.purpose(),
                    part.trouble(),
                    shop.isBroken(part),
                    shop.brokenSince(part).orElse(null),
                    shop.processed(part),
                    shop.captured(part),
                    letters.open(),
                    letters.of(LetterStatus.PENDING),
                    letters.of(LetterStatus.RETRYING),
                    letters.of(LetterStatus.FAILED),
                    letters.of(LetterStatus.MANUAL),
                    letters.of(LetterStatus.RESOLVED));
        }
    }

    static ShopState of(Shop shop, Letters letters) {
        Map<String, StatusCounts> counts = letters.tallies().byChannel();
        return new ShopState(
                shop.sales(),
                Arrays.stream(Part.values())
                        .map(part -> PartState.of(part, shop, counts.getOrDefault(part.channel(), StatusCounts.none())))
                        .toList());
    }
}
