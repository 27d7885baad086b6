// P5: 20 MiB uploads over HTTPS, eight at a time, against writing the same bytes with both hashes and fsync and nothing else.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { withFolder } from './bench-database.ts';
import { atLeast, atMost, type Benchmark, inTurns } from './benchmark.ts';
import { rateOf, requestRate } from './load.ts';
import { checkRequest, makeApplicants } from './ordered.ts';
import { type Served, withServed } from './served.ts';

const bytes = 20 * 2 ** 20;
const atOnce = 8;
const perRound = 16;
const partBytes = 64 * 1024;

async function newOrder(served: Served): Promise<number> {
  const [applicant = ''] = await makeApplicants(served, 1);
  let orderId = 0;
  await requestRate(served, [checkRequest(served, applicant)], 201, (body) => {
    orderId = (JSON.parse(body) as { order_id: number }).order_id;
  });
  return orderId;
}

/** No magic number of anything, and nothing that could be compressed on the way. */
function newContent(): Buffer {
  const content = randomBytes(bytes);
  content.fill('a', 0, 4096);
  return content;
}

function uploader(served: Served, agent: Agent, orderId: number) {
  return (content: Buffer): Promise<void> => {
    const query = new URLSearchParams({ fileToken: randomUUID(), orderId: String(orderId), fileName: 'a.txt' });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { authorization: served.liveKey, 'content-length': content.length };
    const path = `/api/v1/attachments?${query}`;
    const sending = request({
      agent,
      host: '127.0.0.1',
      servername: 'localhost',
      port: served.port,
      path,
      method: 'POST',
      headers,
    });
    sending.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`unexpected answer ${response.statusCode}`));
      });
    });
    sending.end(content);
    return promise;
  };
}

const writer = (folder: string) => async (content: Buffer) => {
  const file = await open(join(folder, randomUUID()), 'wx');
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  for (let at = 0; at < content.length; at += partBytes) {
    const part = content.subarray(at, at + partBytes);
    md5.update(part);
    sha256.update(part);
    await file.writeFile(part);
  }
  md5.digest();
  sha256.digest();
  await file.sync();
  await file.close();
};

/** In MB. */
function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const [, kB = ''] = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1000;
}

/** From now on VmHWM is the most since now. */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

export const benchmark: Benchmark = {
  id: 'P5',
  work: 'upload of 20 MiB over HTTPS, 8 at a time',
  limit: 'writing the bytes with MD5, SHA-256 and fsync, without HTTP and encryption',
  remark:
    'The two hashes alone are more than half of what the serving thread does for an upload (2.5 of 4.3 s a GB); TLS, HTTP, encryption and the writes are the rest, spread thinly. The sender, who encrypts on the same two cores, takes another second a GB.',
  run: (rounds, say) =>
    withServed((served) =>
      withFolder(async (folder) => {
        const agent = new Agent({ keepAlive: true, ca: served.ca });
        const content = newContent();
        const contents = Array.from({ length: perRound }, () => content);
        const upload = uploader(served, agent, await newOrder(served));
        const workers = (work: (content: Buffer) => Promise<void>) => Array.from({ length: atOnce }, () => work);
        const before = memoryOf(served.pid, 'VmRSS');
        forgetPeak(served.pid);
        say('warming up…');
        await rateOf(workers(upload), contents);
        const rates = await inTurns(rounds, {
          ours: () => rateOf(workers(upload), contents),
          limit: () => rateOf(workers(writer(folder)), contents),
        });
        const growth = memoryOf(served.pid, 'VmHWM') - before;
        agent.destroy();
        return [
          atLeast(0.6, 'uploads', rates.ours, rates.limit),
          { ...atMost(1, 'growth of memory', growth, 100), unit: 'MB' },
        ];
      }),
    ),
};
