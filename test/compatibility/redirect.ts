// Preloaded into a client with a hard-coded address: redirects its requests to the server in `REDIRECT_TO`.
import https, { type RequestOptions } from 'node:https';

const from = { host: 'api.onfido.com', path: '/v2/' };
const to = new URL(process.env.REDIRECT_TO ?? '');
const request = https.request;

function redirected(options: RequestOptions): RequestOptions {
  const { host, path } = options;
  if (host !== from.host || !path?.startsWith(from.path)) throw new Error(`${host}${path} is not expected`);
  return { ...options, host: to.hostname, port: to.port, path: `${to.pathname}/${path.slice(from.path.length)}` };
}

Object.assign(https, { request: (options: RequestOptions) => request(redirected(options)) });
