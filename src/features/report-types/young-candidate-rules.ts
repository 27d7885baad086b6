// What an order for somebody under 18 cannot have, and what its employer must see to; pure.
import { ageOn, type IsoDate } from '../../lib/dates.ts';
import { givenDob } from '../facts/facts.ts';
import { reportTypeById } from './report-type-rules.ts';

/** Certificates are refused below 16 when they are ordered: see the requirement of the age for a criminal record check. */
const ofCredit: ReadonlySet<string> = new Set(['credit', 'credit_international', 'adverse_financial', 'ccj']);
const ofWork = 'right_to_work';

/**
 * Sentences for the client and the desk; none of an adult, or of somebody whose birth date is not known. Children of
 * compulsory school age work by a permit of the local authority (Children and Young Persons Act 1933, section 18).
 * For a job in another country nothing is said of the law of the United Kingdom.
 * @param day that of the order @param jobCountry three letters
 */
export function youngWarnings(
  reports: readonly { readonly reportTypeId: number }[],
  { dob, jobCountry = 'GBR' }: { readonly dob: string; readonly jobCountry?: string },
  day: IsoDate,
): string[] {
  const born = givenDob(dob);
  if (born === null || born > day) return [];
  const age = ageOn(day, born);
  if (age >= 18) return [];
  const types = reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  const labels = types.filter(({ name }) => ofCredit.has(name)).map(({ label }) => label);
  if (jobCountry !== 'GBR')
    return [`The candidate is ${age}: the law of the country of the job has rules of its own for young workers.`];
  return [
    `The candidate is ${age}.`,
    ...(age < 16
      ? [
          'Below school leaving age a child works only by a permit of the local authority, in light work and for few hours: the employer applies for it.',
        ]
      : ['Employees under 18 have limits of hours, night work and risky work of their own.']),
    ...labels.map((label) => `${label}: credit agencies hold nothing of people under 18. Ask whether it is needed.`),
    ...(age < 16 && types.some(({ name }) => name === ofWork)
      ? ['The penalty for illegal working concerns people of 16 and over: a check is not demanded yet.']
      : []),
  ];
}
