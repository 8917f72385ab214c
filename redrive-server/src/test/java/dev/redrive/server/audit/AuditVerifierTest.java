package dev.redrive.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.server.audit.AuditVerifier.Findings;
import dev.redrive.server.audit.AuditVerifier.Gap;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditVerifierTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private final TestAuditLog auditLog = new TestAuditLog();

    @Test
    void an_empty_log_is_intact() {
        Findings findings = verify();

        assertThat(findings.intact()).isTrue();
        assertThat(findings.lines()).isZero();
        assertThat(findings.lastNumber()).isZero();
    }

    @Test
    void a_log_of_several_batches_is_intact() {
        write(2_500);

        Findings findings = verify();

        assertThat(findings.intact()).isTrue();
        assertThat(findings.lines()).isEqualTo(2_500);
        assertThat(findings.lastHash()).isEqualTo(auditLog.from(2_500, 1).get(0).hash());
        assertThat(findings.firstBroken()).isNull();
        assertThat(findings.gaps()).isEmpty();
    }

    @Test
    void a_changed_line_is_found() {
        write(1_200);
        auditLog.change(1_100, AuditVerifierTest::blameEve);

        Findings findings = verify();

        assertThat(findings.intact()).isFalse();
        assertThat(findings.firstBroken()).isEqualTo(1_100);
        assertThat(findings.lines()).isEqualTo(1_200);
        assertThat(findings.detail()).contains("BROKEN", "line 1100 is not as it was written");
    }

    @Test
    void a_changed_line_with_a_new_hash_breaks_the_chain_after_it() {
        write(10);
        auditLog.change(
                5,
                line -> AuditLine.after(4, line.previousHash(), blameEve(line).note()));

        assertThat(verify().firstBroken()).isEqualTo(6);
        assertThat(verify().detail()).contains("line 6 is not chained");
    }

    @Test
    void dropped_lines_are_found() {
        write(20);
        auditLog.drop(line -> line.number() == 1 || (line.number() >= 7 && line.number() <= 9));

        Findings findings = verify();

        assertThat(findings.intact()).isFalse();
        assertThat(findings.firstBroken()).isEqualTo(1);
        assertThat(findings.gaps()).containsExactly(new Gap(1, 1), new Gap(7, 9));
        assertThat(findings.lines()).isEqualTo(16);
    }

    @Test
    void a_log_that_was_written_anew_or_cut_shows_in_the_last_hash() {
        write(10);
        String noted = verify().lastHash();
        auditLog.change(5, AuditVerifierTest::blameEve);
        auditLog.chainAgainFrom(5);

        assertThat(verify().lastHash()).isNotEqualTo(noted);
    }

    @Test
    void the_command_says_it_in_one_line_and_with_its_code() {
        write(3);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
        AuditCommand command = AuditCommand.parse(List.of("verify"));

        int before = command.run(auditLog, said);
        auditLog.change(2, AuditVerifierTest::blameEve);
        int after = command.run(auditLog, said);

        assertThat(before).isZero();
        assertThat(after).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("the audit log is intact: 3 lines, the last hash is ");
    }

    private Findings verify() {
        return new AuditVerifier(auditLog).verify();
    }

    private void write(int lines) {
        for (int i = 0; i < lines; i++) {
            var unused = auditLog.append(
                    new AuditNote(NOON.plusSeconds(i), "ada", "OPERATOR", "10.0.0.1", "retry", "letter " + i, 1));
        }
    }

    private static AuditLine blameEve(AuditLine line) {
        AuditNote was = line.note();
        AuditNote now =
                new AuditNote(was.at(), "eve", was.role(), was.from(), was.action(), was.subject(), was.count());
        return new AuditLine(line.number(), now, line.previousHash(), line.hash());
    }
}
