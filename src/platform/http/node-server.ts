// Creates the HTTPS or HTTP listener with all of Node's limits set.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import https from 'node:https';
import { http } from '../../lib/node-http.ts';
import { continueWhenRead } from './expected-continue.ts';
import type { HttpLimits } from './http-limits.ts';
import type { ServerCertificate } from './server-certificate.ts';

/** TLS 1.3, and of TLS 1.2 only what has forward secrecy and authenticated encryption. */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** The same for a renewed certificate. */
export function tlsOptions({ certificate, key }: ServerCertificate) {
  return { cert: certificate, key, minVersion: 'TLSv1.2' as const, ciphers, honorCipherOrder: true };
}

export type NodeServer = Server | https.Server;
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export function createNodeServer(
  certificate: ServerCertificate | undefined,
  limits: HttpLimits,
  listener: RequestListener,
): NodeServer {
  const options = {
    headersTimeout: limits.headersMs,
    // No limit for the whole request: a slow upload is fine while it makes progress, which the connection watch checks.
    requestTimeout: 0,
    keepAliveTimeout: certificate === undefined ? limits.proxyIdleMs : limits.idleMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: limits.headerBytes,
    // Node would answer a missing Host itself, without a body or a request id.
    requireHostHeader: false,
  };
  const server =
    certificate === undefined
      ? http.createServer(options, listener)
      : https.createServer({ ...options, ...tlsOptions(certificate), handshakeTimeout: limits.handshakeMs }, listener);
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own 417 has neither a body nor a request id.
  server.on('checkExpectation', listener);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response);
    listener(request, response);
  });
  return server;
}
