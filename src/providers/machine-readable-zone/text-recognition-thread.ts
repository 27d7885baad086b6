// The thread that recognises the text of one picture: Tesseract with the data that its package brings, and no network.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createWorker, PSM } from 'tesseract.js';

const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));

const worker = await createWorker('eng', 1, {
  langPath: join(data, '4.0.0_best_int'),
  cacheMethod: 'none',
  gzip: true,
});
await worker.setParameters({
  tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
  tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
});
const recognised = await worker.recognize(Buffer.from(workerData as Uint8Array));
parentPort?.postMessage(recognised.data.text);
await worker.terminate();
