// Runs the slow clients in a process of its own, so that their cost does not slow down the good clients.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { type AttackArguments, type AttackOutcome, type Kind, kinds, slackMs } from './attack.ts';

const dripEveryMs = 2000;
/** The number of concurrent handshakes: the proof is about slowness, not about a flood of handshakes. */
const openingAtOnce = 12;

const { port, caFile, count } = JSON.parse(process.argv[2] ?? '{}') as AttackArguments;
const ca = readFileSync(caFile);
const names = Object.keys(kinds);
const heldMs = Object.fromEntries(names.map((what) => [what, [] as number[]]));
const open = new Set<Socket>();
let [mostAtOnce, refused] = [0, 0];

const connectTls = (session?: Buffer): TLSSocket =>
  connect({ port, host: 'localhost', ca, servername: 'localhost', ...(session === undefined ? {} : { session }) });

/** Later handshakes resume the session of the first, which saves time on this machine. */
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
  // `once` of node:events would reject when the server closes the socket before a drip.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const opened = new Promise((resolve) => socket.once(isPlain ? 'connect' : 'secureConnect', resolve));
  await Promise.race([opened, closed]);
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
const outcome: AttackOutcome = { heldMs, left: open.size, mostAtOnce, refused };
process.stdout.write(JSON.stringify(outcome), () => process.exit());
