// The forms of codes and certificate numbers that authorities issue (checked before relying); pure.
import type { FindingCode } from '../../messages/en.ts';
import type { FactRule } from './finding.ts';
import { timeFindings } from './time-rules.ts';

/** Ignores spaces, because people type codes in groups. */
const formRule =
  (form: RegExp, code: FindingCode): FactRule =>
  (value) =>
    form.test(value.replaceAll(' ', '')) ? [] : [{ code, moment: 'placed' }];

export const shareCodeRule = formRule(/^[a-z0-9]{9}$/i, 'share_code_form');
export const checkCodeRule = formRule(/^[a-z0-9]{8}$/i, 'check_code_form');
const dbsCertificateNumber = /^\d{12}$/;
export const certificateNumberRule = formRule(dbsCertificateNumber, 'certificate_number_form');
export const isDbsCertificateNumber = (value: string): boolean => dbsCertificateNumber.test(value.replaceAll(' ', ''));

export const issuedOnRule: FactRule = (value, holder) => timeFindings({ from: ['', value] }, holder);

/** Words in its place stop the candidate's own form alone; how long it is, no source says. */
export const pvgNumberRule: FactRule = (number) =>
  /\d{4}/.test(number.replaceAll(/[\s-]/g, '')) ? [] : [{ code: 'pvg_number_form', moment: 'answered' }];

/** Three letters and five digits: general knowledge, so that only the screener is told of another form. */
export const fcaReferenceRule: FactRule = (value) => {
  const number = value.replaceAll(/[\s-]/g, '');
  if (/^[a-z]{3}\d{5}$/i.test(number)) return [];
  return [{ code: 'fca_reference_form', moment: /\d{4}/.test(number) ? 'examined' : 'answered' }];
};
