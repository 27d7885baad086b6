// Recognises the text of a picture in a process of its own, whose time and memory are limited.
import { type ProcessLimits, runLimited } from '../../platform/limited-process.ts';
import { pixelsOf } from './picture-size.ts';

const mostBytes = 10 * 1024 * 1024;
/** A page of A4 at 400 dpi, or a photograph of a telephone. */
const mostPixels = 16_000_000;
/** Measured: 190 MB for a picture of 1.5 million pixels, 360 MB for one of 13.5 million. */
const limits: ProcessLimits = { memoryMegabytes: 640, timeoutMs: 90_000 };

/** Why a picture cannot be read: it is too large, of no known form, or takes too much time or memory. */
export type Unrecognised = 'too_large' | 'not_a_picture' | 'failed' | 'timed_out' | 'too_much_memory';

export interface Recognised {
  readonly text: string;
  /** The most memory that the recognition took; 0 if that is not known. */
  readonly peakMegabytes: number;
}

export type Recognise = (picture: Buffer) => Promise<Recognised | Unrecognised>;

/** Pictures wait for each other: recognition takes a processor and its memory. */
let last: Promise<unknown> = Promise.resolve();

/** The text with only the characters of machine-readable zones. Never rejects because of the picture. */
export function recogniseText(picture: Buffer, within = limits): Promise<Recognised | Unrecognised> {
  const turn = last.then(() => recognise(picture, within));
  last = turn.catch(() => undefined);
  return turn;
}

async function recognise(picture: Buffer, within: ProcessLimits): Promise<Recognised | Unrecognised> {
  const pixels = pixelsOf(picture);
  if (pixels === undefined) return 'not_a_picture';
  if (pixels > mostPixels || picture.length > mostBytes) return 'too_large';
  const ran = await runLimited(new URL('./text-recognition-process.ts', import.meta.url), picture, within);
  return ran.outcome === 'answered' ? { text: String(ran.answer), peakMegabytes: ran.peakMegabytes } : ran.outcome;
}
