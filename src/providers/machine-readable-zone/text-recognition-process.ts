// The process that recognises the text of one picture: Tesseract with the data that its package brings, and no network.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, PSM } from 'tesseract.js';

const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));

/** Sauvola's method, which compares each pixel with its surroundings: a global threshold loses what lies in a shadow. */
const adaptiveThreshold = '2';

async function textOf(picture: Uint8Array): Promise<string> {
  const worker = await createWorker('eng', 1, {
    langPath: join(data, '4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
  });
  const parameters = {
    tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    thresholding_method: adaptiveThreshold,
  };
  await worker.setParameters(parameters);
  const recognised = await worker.recognize(Buffer.from(picture), { rotateAuto: true });
  return recognised.data.text;
}

process.once('message', async (picture: Uint8Array) => process.send?.(await textOf(picture)));
