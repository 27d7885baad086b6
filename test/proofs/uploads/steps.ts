// The steps of an upload at which it can be killed, by kind of store, and the arguments of the process.
import type { Tenant } from '../../../src/context.ts';

const rowSteps = ['before the row', 'before the commit', 'after the commit', 'after the answer'] as const;

export const steps = {
  folder: [
    'while the file arrives',
    'before the file is synced',
    'after the file is synced',
    'before the rename',
    'after the rename',
    'after the folder is synced',
    ...rowSteps,
  ],
  bucket: [
    'before the file on its way has no name',
    'while the file arrives',
    'before the first part',
    'between the parts',
    'before the object',
    'after the object',
    ...rowSteps,
  ],
} as const;

export type StoreKind = keyof typeof steps;
export type Step = (typeof steps)[StoreKind][number];

/** For a bucket, larger than one part. */
export const bytesKilled = { folder: 1_000_000, bucket: 5_300_000 } as const;

export interface UploadOrder {
  readonly settings: Readonly<Record<string, string>>;
  readonly tenant: Tenant;
  readonly orderId: number;
  readonly fileToken: string;
  readonly bytes: number;
  readonly step: Step;
  /** Plants a store that answers before it has written the file. */
  readonly answersEarly: boolean;
}
