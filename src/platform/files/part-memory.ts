// A bound on the memory of all files that are on their way: a few buffers, each lent to one at a time.

/** Calls with a buffer of its own as soon as one is free, in the order in which they came. */
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
