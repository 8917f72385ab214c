package dev.redrive.endtoend.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A key and a self-signed certificate, trusted only where it is configured. */
public record Certificate(Path keys, Path trust) {
    public static final String PASSWORD = "changeit";
    private static final String ALIAS = "server";

    /** For a name as keytool writes it, such as {@code dns:mail.example.com}. */
    public static Certificate of(String name, Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=a test",
                        "-ext",
                        "san=" + name,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0)
            throw new AssertionError("keytool failed: " + Files.readString(folder.resolve("keytool.log")));
        return new Certificate(keys, trustIn(keys, folder.resolve("trust.p12")));
    }

    private static Path trustIn(Path keys, Path file) throws GeneralSecurityException, IOException {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(ALIAS, load(keys).getCertificate(ALIAS));
        try (OutputStream out = Files.newOutputStream(file)) {
            trust.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private static KeyStore load(Path keys) throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
    }

    /** The certificate alone, in the form that Kafka's clients call PEM. */
    public Path pem() throws GeneralSecurityException, IOException {
        byte[] bytes = load(keys).getCertificate(ALIAS).getEncoded();
        String text = "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(bytes)
                + "\n-----END CERTIFICATE-----\n";
        return Files.writeString(keys.resolveSibling("trust.pem"), text);
    }

    /** The TLS context of a server with this certificate. */
    public SSLContext server() throws GeneralSecurityException, IOException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(load(keys), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
