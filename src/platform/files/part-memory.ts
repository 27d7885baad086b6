// Limits the memory of all files that are being transferred: a few buffers, each used by one transfer at a time.

/** Calls back with a buffer as soon as one is free, first come, first served. */
export type LentMemory = <T>(use: (buffer: Buffer) => Promise<T>) => Promise<T>;

export function lendMemory(buffers: number, bytesEach: number): LentMemory {
  const free: Buffer[] = [];
  const waiting: ((buffer: Buffer) => void)[] = [];
  let unmade = buffers;
  function borrowed(): Buffer | Promise<Buffer> {
    const buffer = free.pop();
    if (buffer !== undefined) return buffer;
    if (unmade === 0) return new Promise((resolve) => waiting.push(resolve));
    unmade -= 1;
    return Buffer.allocUnsafeSlow(bytesEach);
  }
  return async (use) => {
    const buffer = await borrowed();
    try {
      return await use(buffer);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(buffer);
      else next(buffer);
    }
  };
}
