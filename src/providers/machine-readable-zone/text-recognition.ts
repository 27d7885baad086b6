// Recognises the text of a picture in a thread of its own, whose time and memory are limited.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { pixelsOf } from './picture-size.ts';

const mostBytes = 10 * 1024 * 1024;
/** A page of A4 at 400 dpi; decoded it takes 60 MB, and recognition a few times that. */
const mostPixels = 16_000_000;
const longestMs = 90_000;
const heapMegabytes = 256;

/** Of what cannot be read: too large, of no known form, or taking too long. */
export type Unrecognised = 'too_large' | 'not_a_picture' | 'failed';

/** Pictures wait for each other: recognition takes a processor and its memory. */
let last: Promise<unknown> = Promise.resolve();

/** The text with only the characters of machine-readable zones. Never rejects because of the picture. */
export function recogniseText(picture: Buffer): Promise<{ readonly text: string } | Unrecognised> {
  const turn = last.then(() => recognise(picture));
  last = turn.catch(() => undefined);
  return turn;
}

async function recognise(picture: Buffer): Promise<{ readonly text: string } | Unrecognised> {
  const pixels = pixelsOf(picture);
  if (pixels === undefined) return 'not_a_picture';
  if (pixels > mostPixels || picture.length > mostBytes) return 'too_large';
  const thread = new Worker(new URL('./text-recognition-thread.ts', import.meta.url), {
    workerData: picture,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  try {
    const [text] = (await once(thread, 'message', { signal: AbortSignal.timeout(longestMs) })) as [string];
    return { text };
  } catch {
    return 'failed';
  } finally {
    await thread.terminate();
  }
}
