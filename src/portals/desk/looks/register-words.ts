// A look in the register as a line of a CSV file.
import type { RegisteredLook } from '../../../features/results/look-register-rules.ts';
import { csvField } from '../../../lib/csv.ts';

const columns: Readonly<Record<string, (look: RegisteredLook) => string | null>> = {
  at: ({ at }) => at.toISOString(),
  account: ({ account }) => account,
  order: ({ order }) => order ?? null,
  who: ({ who }) => who,
  user: ({ userId }) => userId ?? null,
  side: ({ side }) => side,
  looked_at: ({ what }) => what,
  listed: ({ ids }) => ids?.length.toString() ?? null,
  times: ({ times }) => String(times),
  ground: ({ ground }) => ground,
  id: ({ id }) => id,
};

export const csvHead = `${Object.keys(columns).join(',')}\r\n`;

export const csvLineOf = (look: RegisteredLook): string =>
  `${Object.values(columns)
    .map((column) => csvField(column(look)))
    .join(',')}\r\n`;
