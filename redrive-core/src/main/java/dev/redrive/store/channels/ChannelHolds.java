package dev.redrive.store.channels;

import java.util.List;
import java.util.Optional;

/** The channels that are held, on all nodes of a store. */
public interface ChannelHolds {
    /** More holds than this are refused. */
    int MOST = 1000;

    /**
     * Holds a channel; a hold that is there stays as it is and is returned.
     *
     * @throws dev.redrive.store.StoreException when {@link #MOST} channels are held already
     */
    ChannelHold hold(ChannelHold hold);

    /** Ends the hold on a channel and returns it; empty when there is none. */
    Optional<ChannelHold> release(String channel);

    /** All of them, by the name of their channel. */
    List<ChannelHold> list();
}
