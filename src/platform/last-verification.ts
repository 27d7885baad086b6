// When `probity audit verify` last found the audit trail valid.
import { readStamp, writeStamp } from './stamps.ts';

const lastVerificationFile = 'last-audit-verification.json';

export const recordVerification = (dataDir: string, at: Date): void =>
  writeStamp(dataDir, lastVerificationFile, { at: at.toISOString() });

export function lastVerificationAt(dataDir: string): Date | undefined {
  const last = readStamp<{ readonly at: string }>(dataDir, lastVerificationFile);
  return last === undefined ? undefined : new Date(last.at);
}
