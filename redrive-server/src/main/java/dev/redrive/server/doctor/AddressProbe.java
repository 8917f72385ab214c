package dev.redrive.server.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;

/** Whether something listens at an address. Sends nothing. */
record AddressProbe(String host, int port) {
    private static final int CONNECT_MILLIS = 2000;

    static AddressProbe of(URI url) {
        int given = url.getPort();
        int usual = "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
        return new AddressProbe(url.getHost(), given < 0 ? usual : given);
    }

    void connect() throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) throw new UnknownHostException("the host " + host + " cannot be resolved");
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
        } catch (IOException e) {
            throw new IOException("cannot connect to " + this + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
