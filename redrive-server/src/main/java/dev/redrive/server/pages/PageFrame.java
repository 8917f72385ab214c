package dev.redrive.server.pages;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import java.time.Instant;
import java.util.Optional;

/**
 * What stands around every page: its title, its reader, and the time.
 *
 * @param caller empty before the sign-in
 * @param open true when there is nothing to sign in with, because only this machine may call
 * @param base the address of this server as the browser knows it
 * @param path the path of the page within this server
 */
public record PageFrame(
        String title,
        Instant now,
        Optional<Caller> caller,
        boolean open,
        boolean demo,
        String base,
        Optional<Csrf> csrf,
        Optional<PageNotice> notice,
        String path,
        ReaderSettings reader,
        RailCounts counts) {

    /** What a form has to send along to prove that it is ours. */
    public record Csrf(String name, String header, String token) {}

    /** True when buttons that change something are worth showing. */
    public boolean mayAct() {
        return caller.filter(known -> known.may(Role.OPERATOR)).isPresent();
    }

    /** True when buttons that are for administrators are worth showing. */
    public boolean mayAdminister() {
        return caller.filter(known -> known.may(Role.ADMIN)).isPresent();
    }

    /** False when the reader is limited to some channels. */
    public boolean seesAll() {
        return caller.filter(known -> known.channels().isEmpty()).isPresent();
    }

    public boolean maySignOut() {
        return !open && caller.isPresent();
    }

    public TimeText when(Instant time) {
        return new TimeText(time, now, reader.zone());
    }
}
