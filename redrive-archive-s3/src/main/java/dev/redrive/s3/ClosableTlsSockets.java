package dev.redrive.s3;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/**
 * TLS sockets that can be closed while a write hangs. Closing first says goodbye to the other side, for which it waits until the write is
 * over: without a limit, unless the socket lingers for a limited time. A server that stops reading would hold a call for ever.
 */
final class ClosableTlsSockets extends SSLSocketFactory {
    private static final int LINGER_SECONDS = 1;

    private final SSLSocketFactory sockets;

    ClosableTlsSockets(SSLSocketFactory sockets) {
        this.sockets = sockets;
    }

    private static Socket closable(Socket socket) throws IOException {
        socket.setSoLinger(true, LINGER_SECONDS);
        return socket;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        return closable(sockets.createSocket(socket, host, port, autoClose));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return closable(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return closable(sockets.createSocket(host, port, localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return closable(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return closable(sockets.createSocket(host, port, localHost, localPort));
    }
}
