// Content without a pattern: losing, doubling or moving a block changes its hash.
import { randomBytes } from 'node:crypto';

const largest = 20 * 2 ** 20;
const spare = 2 ** 20;
let pool: Buffer | undefined;

/** Different bytes for different `from`; allocates no memory of its own. */
export function someBytes(bytes: number, from: number): Buffer {
  // Without control characters, like a text.
  pool ??= randomBytes(largest + spare).map((byte) => byte | 0x20) as Buffer;
  const at = from % spare;
  return pool.subarray(at, at + bytes);
}
