// Bad receivers in a process of their own, so that what they hold and send is not counted as ours; told what to be by its argument.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { receiverCertificate } from '../../support/receiver-certificates.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { addressOf, type Fault, type FaultTimes, receiverFaults } from './faults.ts';

export interface ReceiversArguments extends FaultTimes {
  /** Of each fault, from 1: as many addresses are in the certificates. */
  readonly webhooks: number;
}

/** The first line of standard output, once they listen. */
export interface Listening {
  readonly ca: string;
  /** By the fault's name. */
  readonly ports: Readonly<Record<string, number>>;
}

const receivers = new Map<string, WebhookReceiver>();

/** The second line, when standard input has ended: how many requests arrived, by the fault's name. */
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
  // At every address of 127.0.0.0/8: each webhook has one of its own.
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
// The parent's end of it closes when the parent ends, however it ends.
process.stdin.resume().on('end', async () => {
  const heard: Heard = Object.fromEntries([...receivers].map(([name, receiver]) => [name, receiver.requestCount()]));
  process.stdout.write(`${JSON.stringify(heard)}\n`);
  await Promise.race([Promise.all([...receivers.values()].map((receiver) => receiver.close())), sleep(1000)]);
  process.exit();
});
