// The slow clients, in a process of their own: what it costs to be thousands must not show in the times of the good ones.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { type Kind, kinds, type SiegeArguments, type SiegeOutcome, slackMs } from './siege.ts';

const dripEveryMs = 2000;
/** Connections that are being opened at once: a flood of handshakes is another matter than slowness. */
const openingAtOnce = 12;

const { port, caFile, count } = JSON.parse(process.argv[2] ?? '{}') as SiegeArguments;
const ca = readFileSync(caFile);
const names = Object.keys(kinds);
const heldMs = Object.fromEntries(names.map((what) => [what, [] as number[]]));
const open = new Set<Socket>();
let [mostAtOnce, refused] = [0, 0];

const connectTls = (session?: Buffer): TLSSocket =>
  connect({ port, host: 'localhost', ca, servername: 'localhost', ...(session === undefined ? {} : { session }) });

/** Handshakes after the first one resume its session: they cost this machine little. */
async function firstSession(): Promise<Buffer> {
  const socket = connectTls();
  const [session] = (await once(socket, 'session')) as [Buffer];
  socket.destroy();
  return session;
}

async function openOne(what: string, { opening, drip }: Kind, session: Buffer): Promise<void> {
  const isPlain = opening === undefined;
  const socket = isPlain ? connectPlain({ port, host: 'localhost' }) : connectTls(session);
  socket.on('error', () => undefined).resume();
  const closed = once(socket, 'close');
  await Promise.race([once(socket, isPlain ? 'connect' : 'secureConnect'), closed]);
  if (socket.destroyed) {
    refused += 1;
    return;
  }
  const openedAt = performance.now();
  open.add(socket);
  mostAtOnce = Math.max(mostAtOnce, open.size);
  socket.write(opening ?? '');
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), dripEveryMs);
  void closed.then(() => {
    clearInterval(dripping);
    open.delete(socket);
    heldMs[what]!.push(performance.now() - openedAt);
  });
}

const session = await firstSession();
const left = Array.from({ length: count }, (_, n) => names[n % names.length]!).values();
const openSome = async () => {
  for (const what of left) await openOne(what, kinds[what]!, session);
};
await Promise.all(Array.from({ length: openingAtOnce }, openSome));
const deadline = performance.now() + Math.max(...Object.values(kinds).map(({ limitMs }) => limitMs)) + 2 * slackMs;
while (open.size > 0 && performance.now() < deadline) await sleep(100);
const outcome: SiegeOutcome = { heldMs, left: open.size, mostAtOnce, refused };
process.stdout.write(JSON.stringify(outcome), () => process.exit());
