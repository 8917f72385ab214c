package dev.redrive.erasure;

import java.util.List;

/**
 * What a search for a subject found, or what an erasure did.
 *
 * @param matches the first 1000 letters
 * @param found how many letters hold the value, in store and archive
 * @param held how many of them are under a legal hold
 * @param erased how many were erased or redacted; 0 for a search
 * @param views saved views that quote the value; an erasure deletes them in either mode
 * @param confirmation has to be given to erase exactly these letters
 * @param problems what could not be looked at or erased, each with the reason
 */
public record ErasureReport(
        List<ErasureMatch> matches,
        long found,
        long held,
        long erased,
        List<ErasureView> views,
        String confirmation,
        List<String> problems) {
    public ErasureReport {
        matches = List.copyOf(matches);
        views = List.copyOf(views);
        problems = List.copyOf(problems);
    }
}
