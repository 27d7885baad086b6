// Runs @tradle/onfido-api in a process of its own: receives calls as messages, and sends their results.
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';

type Method = (...given: readonly unknown[]) => Promise<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Method>>>>;

/** A call such as `applicants.create`. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}

export interface Outcome {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly status?: number; readonly body?: unknown };
}

const create = createRequire(import.meta.url)('@tradle/onfido-api') as (options: { token: string }) => Client;
const client = create({ token: process.env.API_KEY ?? '' });

/** A request as from an HTTP server. */
function asRequest({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }): Readable {
  return Object.assign(Readable.from([Buffer.from(body, 'base64')]), { headers });
}

async function run({ name, given }: Call): Promise<unknown> {
  const [group = '', method = ''] = name.split('.');
  const [first, ...rest] = given;
  const call = client[group]?.[method];
  if (call === undefined) throw new Error(`there is no ${name}`);
  return name === 'webhooks.handleEvent' ? call(asRequest(first as never), ...rest) : call(...given);
}

process.on('message', (call: Call) => {
  run(call).then(
    (value) => process.send?.({ id: call.id, value } satisfies Outcome),
    ({ message, status, body }: Error & { status?: number; body?: unknown }) =>
      process.send?.({ id: call.id, error: { message, ...(status && { status }), body } } satisfies Outcome),
  );
});
