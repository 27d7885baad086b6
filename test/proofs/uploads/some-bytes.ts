// Content without a pattern: a block that is lost, doubled or in another's place changes its hash.
import { randomBytes } from 'node:crypto';

const largest = 20 * 2 ** 20;
const spare = 2 ** 20;
let pool: Buffer | undefined;

/** Others where `from` is another; takes no memory of its own. */
export function someBytes(bytes: number, from: number): Buffer {
  pool ??= randomBytes(largest + spare);
  const at = from % spare;
  return pool.subarray(at, at + bytes);
}
