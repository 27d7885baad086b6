// A look in the register as a line of a CSV file.
import type { RegisteredLook } from '../../../features/results/look-register-rules.ts';
import type { CsvColumns } from '../../../lib/csv.ts';

export const lookColumns: CsvColumns<RegisteredLook> = {
  at: ({ at }) => at.toISOString(),
  account: ({ account }) => account,
  order: ({ order }) => order ?? null,
  who: ({ who }) => who,
  user: ({ userId }) => userId ?? null,
  side: ({ side }) => side,
  looked_at: ({ what }) => what,
  listed: ({ ids }) => ids?.length ?? null,
  times: ({ times }) => times,
  ground: ({ ground }) => ground,
  id: ({ id }) => id,
};
