// The statements that the candidate agrees to, by version of their wording, and which of them are missing; pure.
import type { Said } from '../../messages/sentences.ts';
import type { FormScope, Typed } from './form-page.ts';

/** The version of the current wording; every change of the wording raises it. */
export const CONSENT_WORDING = '1';

/** What the candidate declares when they submit the form. */
export const declaration = 'My answers are true and complete, as far as I know.';

export interface ConsentStatements {
  readonly checks: string;
  readonly criminalRecord: string;
}

/**
 * Statements by version; versions that candidates agreed to are kept. The other texts are in portals/shared/consent.
 */
const statementsOfWording: Readonly<Record<string, (accountName: string) => ConsentStatements>> = {
  '1': (accountName) => ({
    checks: 'I have read this, and I agree that these checks are carried out.',
    criminalRecord: `I agree that my criminal record is checked, and that ${accountName} learns the result.`,
  }),
};

export const consentStatements = (wording: string, accountName: string): ConsentStatements =>
  statementsOfWording[wording]!(accountName);

export const consentInputs = ['agrees', 'criminal_record', 'wording'] as const;

export const asksCriminalRecord = ({ asked }: FormScope): boolean =>
  asked.some(({ id }) => id === 'criminal_record_consent');

export function consentFaults(typed: Typed, scope: FormScope): (Said & { readonly input: string })[] {
  const faults: (Said & { readonly input: string })[] = [];
  if (typed.agrees !== 'yes') faults.push({ input: 'agrees', code: 'consent_missing' });
  if (asksCriminalRecord(scope) && typed.criminal_record !== 'yes') {
    faults.push({ input: 'criminal_record', code: 'consent_to_criminal_record_missing' });
  }
  if (typed.wording !== CONSENT_WORDING) faults.push({ input: 'agrees', code: 'consent_wording_changed' });
  return faults;
}
