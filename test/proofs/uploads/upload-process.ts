// Uploads one file into a database and a folder or a bucket, and kills itself at a given step, without any clean-up.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { readSettings } from '../../../src/config.ts';
import type { Ctx } from '../../../src/context.ts';
import type { FileStore } from '../../../src/platform/files/file-store.ts';
import type { Step, UploadOrder } from './steps.ts';

const order = JSON.parse(process.argv[2] ?? '{}') as UploadOrder;
const kill = () => process.kill(process.pid, 'SIGKILL');
const at = (step: Step) => {
  if (order.step === step) kill();
};

let isRenamed = false;

/** Call it before the program is loaded, which imports these functions by name. */
async function watchFiles(): Promise<void> {
  const { rename } = fs;
  fs.rename = async (from, to) => {
    at('before the rename');
    await rename(from, to);
    isRenamed = true;
    at('after the rename');
  };
  const { rm } = fs;
  fs.rm = async (...given) => {
    at('before the file on its way has no name');
    await rm(...given);
  };
  const handle = await fs.open('.', 'r');
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function (this: typeof handle) {
    if (!isRenamed) at('before the file is synced');
    await sync.call(this);
    at(isRenamed ? 'after the folder is synced' : 'after the file is synced');
  };
  syncBuiltinESMExports();
}

async function watchBucket(): Promise<void> {
  const { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, S3Client } = await import('@aws-sdk/client-s3');
  const prototype = S3Client.prototype as unknown as { send: (...given: unknown[]) => Promise<unknown> };
  const { send } = prototype;
  const before = new Map<unknown, Step>([
    [CreateMultipartUploadCommand, 'before the first part'],
    [CompleteMultipartUploadCommand, 'before the object'],
  ]);
  prototype.send = async function (this: unknown, ...given: unknown[]) {
    const [command] = given as [{ constructor: unknown; input: { PartNumber?: number } }];
    const step = command.input.PartNumber === 2 ? 'between the parts' : before.get(command.constructor);
    if (step !== undefined) at(step);
    const answer = await send.apply(this, given);
    if (command.constructor === CompleteMultipartUploadCommand) at('after the object');
    return answer;
  };
}

function watchDatabase(): void {
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  let isInserted = false;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    if (/insert into attachments/.test(text)) {
      isInserted = true;
      at('before the row');
    }
    const isLast = isInserted && text === 'COMMIT';
    if (isLast) at('before the commit');
    const result = query.apply(this, given);
    if (!isLast) return result;
    return (result as Promise<unknown>).then((answer) => {
      at('after the commit');
      return answer;
    });
  };
}

/** A planted fault: a store that answers at once and writes later. */
const answeringEarly = (files: FileStore): FileStore => ({
  ...files,
  async write(name, content, key) {
    const parts: Buffer[] = [];
    for await (const part of content instanceof Uint8Array ? [content] : content) parts.push(Buffer.from(part));
    const whole = Buffer.concat(parts);
    const hash = (algorithm: string) => createHash(algorithm).update(whole).digest('hex');
    setTimeout(() => void files.write(name, whole, key), 60_000);
    return { size: whole.length, md5: hash('md5'), sha256: hash('sha256') };
  },
});

async function* content(): AsyncGenerator<Buffer> {
  const letter = order.fileToken[0]!;
  for (let sent = 0; sent < order.bytes; sent += 65_536) {
    if (sent > order.bytes / 2) at('while the file arrives');
    yield Buffer.alloc(Math.min(65_536, order.bytes - sent), letter);
  }
}

await watchFiles();
if (order.settings.PROBITY_S3_URL !== undefined) await watchBucket();
watchDatabase();
const { openProbity } = await import('../../../src/main.ts');
const { attachFile } = await import('../../../src/features/attachments/attachment-actions.ts');
const { settings, problems } = readSettings({ ...order.settings, PROBITY_LOG_LEVEL: 'silent' });
if (settings === undefined) throw new Error(problems.join('; '));
const opened = await openProbity(settings);
// Node flushes the cache at the exit, which a killed process never reaches: the next one would compile everything
// again.
flushCompileCache();
const ctx: Ctx = order.answersEarly ? { ...opened.ctx, files: answeringEarly(opened.ctx.files) } : opened.ctx;
const caller = { ...order.tenant, subsidiaryIds: null, actor: 'system' as const, clockOffsetSeconds: 0 };
const { fileToken, orderId } = order;
const { md5 } = await attachFile(ctx, caller, {
  fileToken,
  orderId,
  fileName: 'a.txt',
  description: '',
  content: content(),
});
process.stdout.write(`${md5}\n`, () => {
  at('after the answer');
  void opened.close();
});
