package dev.redrive.store.questions;

import java.time.Instant;
import java.util.Optional;

/**
 * What waits in one channel.
 *
 * @param nextDue when the letter that goes next is due; in the past when it is due already, empty when none waits
 * @param waitingSequences how many keys of ordered letters have letters that wait behind another one
 */
public record ChannelQueue(Optional<Instant> nextDue, Total waitingSequences) {}
