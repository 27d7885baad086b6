// Appends records to a file, such as one on another mount: one JSON line each.
import { open } from 'node:fs/promises';
import type { Destination } from './destination.ts';

export function fileDestination(path: string): Destination {
  return {
    async send(records) {
      await using file = await open(path, 'a', 0o600);
      await file.write(records.map(({ line }) => `${line}\n`).join(''));
      await file.sync();
    },
  };
}
