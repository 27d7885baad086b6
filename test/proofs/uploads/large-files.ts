// Sends many large files at once to the shipped program, reads them back at once, and measures its memory.
import { Agent, request } from 'undici';
import { type Program, programFolder } from '../../support/program.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { growthWhile } from './growth.ts';
import { bucketSettings } from './place.ts';
import { openSender } from './sender.ts';
import { someBytes } from './some-bytes.ts';
import type { StoreKind } from './steps.ts';

async function newOrder({ url, ca, demo }: Program): Promise<number> {
  const dispatcher = new Agent({ connect: { ca } });
  const post = async (path: string, json: unknown) => {
    const headers = { authorization: demo.liveKey, 'content-type': 'application/json' };
    const answer = await request(`${url}/vftapi/v2${path}`, {
      dispatcher,
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    });
    return (await answer.body.json()) as { id: string; order_id: number };
  };
  const person = { first_name: 'Test', last_name: 'Person', email: 'test@example.com', gender: 'male' };
  const { id } = await post('/applicants', person);
  const { order_id } = await post(`/applicants/${id}/checks`, { type: 'standard', reports: [{ name: 'identity' }] });
  await dispatcher.close();
  return order_id;
}

export interface LargeFiles {
  /** Files read back with the hash that was sent. */
  readonly whole: number;
  /** The growth in the program's memory, in MB, while sending and while reading. */
  readonly sending: number;
  readonly reading: number;
  readonly wrong: readonly string[];
}

export async function sendLargeFiles(kind: StoreKind, count: number, bytes: number): Promise<LargeFiles> {
  // The bucket runs in this process, so that its memory does not count.
  const s3 = kind === 'bucket' ? await startS3Server() : undefined;
  const folder = programFolder();
  const settings = { PROBITY_RATE_LIMIT: '10000000', PROBITY_EMAIL_DOMAIN_CHECK: 'off', ...(s3 && bucketSettings(s3)) };
  const program = await folder.start(settings, ['--no-work']);
  try {
    const sender = openSender({ ...program, key: program.demo.liveKey, orderId: await newOrder(program) });
    const pid = program.child.pid!;
    const sending = await growthWhile(pid, () =>
      Promise.all(Array.from({ length: count }, (_, n) => sender.send(someBytes(bytes, n)))),
    );
    let whole = 0;
    const reading = await growthWhile(pid, () =>
      Promise.all(
        [...sender.acknowledged].map(async ([fileToken, checksum]) => {
          if ((await sender.read(fileToken)) === checksum) whole += 1;
        }),
      ),
    );
    sender.close();
    return { whole, sending, reading, wrong: sender.wrong };
  } finally {
    await program.stop();
    await s3?.close();
    folder.remove();
  }
}
