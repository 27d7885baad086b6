// Bad receivers in a process of their own, so that their memory and connections are not counted as ours; configured by
// the argument.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { receiverCertificate } from '../../support/receiver-certificates.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { addressOf, type Fault, type FaultTimes, receiverFaults } from './faults.ts';

export interface ReceiversArguments extends FaultTimes {
  /** The number of webhooks for each fault; the certificates have as many addresses. */
  readonly webhooks: number;
}

/** The first line of standard output, once the receivers listen. */
export interface Listening {
  readonly ca: string;
  /** By name of the fault. */
  readonly ports: Readonly<Record<string, number>>;
}

const receivers = new Map<string, WebhookReceiver>();

/** The second line, after the end of standard input: the number of requests by name of the fault. */
export type Heard = Readonly<Record<string, number>>;

async function listenBelow(behave: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return (server.address() as AddressInfo).port;
}

async function listen(fault: Fault, names: readonly string[]): Promise<number> {
  const { below, behave, certificate = 'good', connected, maxVersion } = fault;
  if (below !== undefined) return listenBelow(below);
  // Listens on every address of 127.0.0.0/8: each webhook has its own.
  const receiver = await startWebhookReceiver({
    host: '0.0.0.0',
    certificate,
    names,
    keep: false,
    ...(behave === undefined ? {} : { behave }),
    ...(connected === undefined ? {} : { connected }),
    ...(maxVersion === undefined ? {} : { maxVersion }),
  });
  receivers.set(fault.name, receiver);
  return receiver.port;
}

const given = JSON.parse(process.argv[2]!) as ReceiversArguments;
const names = Array.from({ length: given.webhooks }, (_, index) => addressOf(index + 1));
const ports: Record<string, number> = {};
for (const fault of receiverFaults(given).filter(({ host }) => host === undefined)) {
  ports[fault.name] = await listen(fault, names);
}
const { ca } = await receiverCertificate('good', names);
process.stdout.write(`${JSON.stringify({ ca, ports } satisfies Listening)}\n`);
// Standard input ends when the parent ends for any reason.
process.stdin.resume().on('end', async () => {
  const heard: Heard = Object.fromEntries([...receivers].map(([name, receiver]) => [name, receiver.requestCount()]));
  process.stdout.write(`${JSON.stringify(heard)}\n`);
  await Promise.race([Promise.all([...receivers.values()].map((receiver) => receiver.close())), sleep(1000)]);
  process.exit();
});
