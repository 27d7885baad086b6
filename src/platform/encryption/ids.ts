// UUIDs of version 7, which sort by creation, also within a millisecond, because events are listed in that order.
import { randomFillSync } from 'node:crypto';

/** @param nowMs the real clock */
export function createIds(nowMs: () => number): () => string {
  // Drawn 8 kB at a time, because a call for each id would cost more than the rest of it.
  const random = Buffer.alloc(8192);
  let at = random.length;
  let lastMs = 0;
  let ofMs = 0;
  return () => {
    if (at === random.length) {
      randomFillSync(random);
      at = 0;
    }
    const bytes = random.subarray(at, at + 16);
    at += 16;
    const ms = nowMs();
    ofMs = ms > lastMs ? 0 : ofMs + 1;
    // 12 bits count within a millisecond (RFC 9562, 6.2, method 1); when they overflow, the next millisecond is used.
    lastMs = Math.max(ms, lastMs + (ofMs >> 12));
    ofMs &= 0xfff;
    bytes.writeUIntBE(lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | ofMs, 6);
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}
