// Says where a demo may be made and where its keys are stored; a small file, because every start loads it.
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { isLoopback } from '../platform/loopback.ts';

/** Whether the database is embedded and the address is a loopback address: only this machine can reach the demo. */
export function isDemoPlace({ databaseUrl, host }: Settings): boolean {
  return databaseUrl === undefined && isLoopback(host);
}

export const demoFile = ({ dataDir }: Settings) => join(dataDir, 'demo.json');

/** Who invoices in the demo: made up, and the bank account is none. */
export const demoOperator = {
  operatorName: 'Demo Screening',
  operatorAddress: ['1 Sample Street', 'Leeds', 'LS1 1AA'],
  operatorVatNumber: 'GB000000000',
  paymentDetails: ['Demo, pay nothing: sort code 00-00-00, account 00000000'],
} as const satisfies Partial<Settings>;

/** The made-up operator, for a demo whose settings name none; nothing where they do. */
export const operatorOfDemo = ({ operatorName }: Pick<Settings, 'operatorName'>): Partial<Settings> =>
  operatorName === undefined ? demoOperator : {};
