// Connects through the operator's proxy: a CONNECT tunnel to an address that we have checked, never to a name.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { http } from '../../lib/node-http.ts';
import { type FailureReason, openTcp, openTls, type Route } from './connection.ts';
import type { NameResolver } from './name-resolver.ts';

export interface OutgoingProxy {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** The value of Proxy-Authorization. */
  readonly authorization?: string;
}

const LONGEST_ANSWER_BYTES = 16 * 1024;

/** @param text such as `http://user:password@proxy.example.com:3128`; undefined if it is no such URL */
export function parseOutgoingProxy(text: string): OutgoingProxy | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return undefined;
  const tls = url.protocol === 'https:';
  const proxy = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (tls ? 443 : 80) : Number(url.port),
    tls,
  };
  if (url.username === '' && url.password === '') return proxy;
  try {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return { ...proxy, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  } catch {
    return undefined;
  }
}

/**
 * The proxy itself is the operator's choice and is not checked as receivers are. Any failure before it answers is
 * `proxy_failed`; an answer other than 200–299 is `proxy_refused`.
 */
export function routeThrough(proxy: OutgoingProxy, resolver: NameResolver, secureContext: () => SecureContext): Route {
  return async (address, port, signal) => {
    const socket = await openProxy(proxy, { resolver, secureContext: secureContext() }, signal);
    if (socket === undefined) return 'proxy_failed';
    const authority = `${address.includes(':') ? `[${address}]` : address}:${port}`;
    return askForTunnel(socket, proxy, authority, signal);
  };
}

/** Whether a connection to the proxy can be made; whether the proxy then forwards, only a call can tell. */
export async function isReached(proxy: OutgoingProxy, means: Means, signal: AbortSignal): Promise<boolean> {
  const socket = await openProxy(proxy, means, signal);
  socket?.destroy();
  return socket !== undefined;
}

interface Means {
  readonly resolver: NameResolver;
  readonly secureContext: SecureContext;
}

async function openProxy(proxy: OutgoingProxy, { resolver, secureContext }: Means, signal: AbortSignal) {
  const { host, port, tls } = proxy;
  for (const address of ipaddr.isValid(host) ? [host] : await addressesOf(host, resolver, signal)) {
    const tcp = await openTcp(address, port, signal);
    if (typeof tcp === 'string') continue;
    if (!tls) return tcp;
    const secured = await openTls(tcp, host, secureContext, signal);
    return typeof secured === 'string' ? undefined : secured;
  }
  return undefined;
}

/** None if the signal comes first: each attempt for each address of a receiver asks again, and together they could take long. */
function addressesOf(host: string, resolver: NameResolver, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const onLimit = () => resolve([]);
    if (signal.aborted) return onLimit();
    signal.addEventListener('abort', onLimit, { once: true });
    void resolver.resolve(host).then(({ addresses = [] }) => {
      signal.removeEventListener('abort', onLimit);
      resolve(addresses);
    });
  });
}

function askForTunnel(
  socket: Socket,
  { authorization }: OutgoingProxy,
  authority: string,
  signal: AbortSignal,
): Promise<Socket | FailureReason> {
  return new Promise((resolve) => {
    const request = http.request({
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      },
      createConnection: () => socket,
      maxHeaderSize: LONGEST_ANSWER_BYTES,
    });
    const finish = (result: Socket | FailureReason) => {
      signal.removeEventListener('abort', onLimit);
      if (typeof result === 'string') socket.destroy();
      resolve(result);
    };
    const onLimit = () => finish('connect_timed_out');
    request.on('error', () => finish('proxy_failed'));
    request.on('response', () => finish('proxy_failed'));
    request.on('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) finish('proxy_refused');
      // The receiver must not send anything before our ClientHello.
      else finish(head.length > 0 ? 'proxy_failed' : socket);
    });
    if (signal.aborted) return onLimit();
    signal.addEventListener('abort', onLimit, { once: true });
    request.end();
  });
}
