// The steps of an upload at which a kill may come, and what the process that is killed is told.
import type { Tenant } from '../../../src/context.ts';

export const steps = [
  'while the file arrives',
  'before the file is synced',
  'after the file is synced',
  'before the rename',
  'after the rename',
  'after the folder is synced',
  'before the row',
  'before the commit',
  'after the commit',
  'after the answer',
] as const;

export type Step = (typeof steps)[number];

export interface UploadOrder {
  readonly settings: Readonly<Record<string, string>>;
  readonly tenant: Tenant;
  readonly orderId: number;
  readonly fileToken: string;
  readonly bytes: number;
  readonly step: Step;
  /** Plants a store that answers before the file is there. */
  readonly isHasty: boolean;
}
