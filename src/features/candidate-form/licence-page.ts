// The form's page that asks for the driving licence: where it is from, and its number.
import { driverNumberFaults, gbDriverNumberOf, niDriverNumberOf } from '../../lib/driver-numbers.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { personSentence } from '../../messages/sentences.ts';
import { type ApplicantFacts, type IdNumber, placeholderDob } from '../facts/facts.ts';
import type { QuestionPage, Typed } from './form-page.ts';
import { withIdNumber } from './id-number-answer.ts';

const isLicence = ({ type }: IdNumber) => type === 'driving_licence' || type === 'driving_license';

/** Where a licence is from, as its number tells. */
function originOf(number: string): 'gb' | 'ni' | 'other' {
  if (gbDriverNumberOf(number) !== undefined) return 'gb';
  return niDriverNumberOf(number) === undefined ? 'other' : 'ni';
}

const readNumber = ({ licence_from: from, licence_number: number = '' }: Typed): string | undefined => {
  if (from === 'gb') return gbDriverNumberOf(number);
  return from === 'ni' ? niDriverNumberOf(number) : number;
};

const examples: Readonly<Record<string, string>> = {
  gb: 'Enter the 16 characters of field 5 of your licence, like MORGA 657054 SM9IJ',
  ni: 'Enter the 8 numbers of field 5 of your licence, like 12345678',
};

function numberMessages(typed: Typed, facts: ApplicantFacts): string[] {
  const { licence_from: from = '', licence_number: number = '' } = typed;
  const read = readNumber(typed);
  if (number === '') return ['Enter the number of your driving licence'];
  if (read === undefined) return [examples[from]!];
  if (isLongerThan(read, 50)) return ['Enter a number of at most 50 characters'];
  if (from !== 'gb') return [];
  const { last_name, previous_last_name, previous_names, gender } = facts;
  const messages = driverNumberFaults(read, {
    lastNames: [last_name, previous_last_name ?? '', ...previous_names.map((name) => name.last_name)],
    dob: facts.dob === placeholderDob ? null : facts.dob,
    gender,
  });
  return messages.map((code) => personSentence({ code }, 'driving_licence_type'));
}

export const licencePage: QuestionPage = {
  id: 'driving-licence',
  section: 'About you',
  title: 'Your driving licence',
  minutes: 1,
  needs: ['driving_licence'],
  inputs: ['licence_from', 'licence_number'],
  facts: {},
  prefill(facts) {
    const number = facts.id_numbers.find(isLicence)?.value ?? '';
    return { licence_from: number === '' ? '' : originOf(number), licence_number: number };
  },
  problems(typed, _scope, facts) {
    const problems = new Problems();
    const { licence_from: from = '' } = typed;
    if (!['gb', 'ni', 'other', 'none'].includes(from))
      problems.add('licence_from', 'Choose where your licence is from');
    else if (from !== 'none')
      for (const message of numberMessages(typed, facts)) problems.add('licence_number', message);
    return problems;
  },
  apply(facts, typed) {
    const value = typed.licence_from === 'none' ? undefined : readNumber(typed);
    // Both spellings are answered as they were sent.
    const type = facts.id_numbers.find(isLicence)?.type ?? 'driving_licence';
    const number = value === undefined || value === '' ? undefined : { type, value, state_code: null };
    return { ...facts, id_numbers: withIdNumber(facts.id_numbers, isLicence, number) };
  },
};
