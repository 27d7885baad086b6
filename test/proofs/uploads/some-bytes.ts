// Content without a pattern: a block that is lost, doubled or in another's place changes its hash.
import { randomBytes } from 'node:crypto';

const largest = 20 * 2 ** 20;
const spare = 2 ** 20;
let pool: Buffer | undefined;

/** Others where `from` is another; takes no memory of its own. */
export function someBytes(bytes: number, from: number): Buffer {
  // As a text has them: none is a control character.
  pool ??= randomBytes(largest + spare).map((byte) => byte | 0x20) as Buffer;
  const at = from % spare;
  return pool.subarray(at, at + bytes);
}
