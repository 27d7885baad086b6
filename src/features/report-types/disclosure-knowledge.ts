// Facts about the disclosures of all criminal record authorities of the United Kingdom.
import { unconfirmed } from '../knowledge/known.ts';
import { type BarredListName, disclosureOptions } from '../value-sets/refinement-values.ts';
import { answered, type Breakdown, part } from './breakdown.ts';
import { toDo, toKnow } from './guidance.ts';
import type { Level, Workforce } from './role-levels.ts';

/** The content of a certificate must be kept separately and briefly, so only the outcome is stored. */
const seen = (label: string) => answered(label, { clear: 'clear', see_certificate: 'consider' });
const listed = (label: string) => answered(label, { clear: 'clear', consider: 'consider', not_requested: 'clear' });

const workforceLabels = {
  child: 'Child',
  adult: 'Adult',
  'child and adult': 'Child and adult',
  other: 'Other',
} as const satisfies Readonly<Record<Workforce, string>>;

const certificateOf = (levels: Readonly<Record<string, string>>) =>
  part('Certificate', {
    properties: {
      number: 'text',
      issued_on: 'date',
      level: { choice: levels },
      workforce: { choice: workforceLabels },
      name_as_printed: 'text',
    },
  });
const certificate = certificateOf({
  basic: 'Basic',
  standard: 'Standard',
  enhanced: 'Enhanced',
} satisfies Readonly<Record<Level, string>>);

/** Of Disclosure Scotland, whose levels are others since April 2025. */
export const scottishCertificate = certificateOf({ level_1: 'Level 1', level_2: 'Level 2', pvg: 'PVG scheme' });
const identityCheck = part('Identity check', {
  properties: { route: 'text', documents: 'list', why_not_route_1: 'text' },
});

export const basicDisclosure: Breakdown = {
  certificate,
  convictions_and_cautions: seen('Convictions and cautions'),
  identity_check: identityCheck,
};

export const barredListParts: Breakdown = {
  childrens_barred_list: listed('Children’s barred list'),
  adults_barred_list: listed('Adults’ barred list'),
};
export const enhancedDisclosure: Breakdown = {
  ...basicDisclosure,
  police_information: seen('Information that police hold'),
  ...barredListParts,
};

/** The part of the breakdown that answers each barred list. */
export const partOfList = {
  children_barred_list: 'childrens_barred_list',
  adults_barred_list: 'adults_barred_list',
} as const satisfies Readonly<Record<BarredListName, string>>;

/** An enhanced disclosure that always searches these lists and no others. */
export function enhancedDisclosureWith(lists: readonly BarredListName[]): Breakdown {
  const { police_information } = enhancedDisclosure;
  const searched = lists.map((list) => [partOfList[list], barredListParts[partOfList[list]]!] as const);
  return { ...basicDisclosure, police_information: police_information!, ...Object.fromEntries(searched) };
}

export const disclosureLaw = [
  unconfirmed(
    'Police Act 1997, Part V; criminal offence data under UK GDPR Art. 10 and the Data Protection Act 2018, Sch. 1.',
  ),
  unconfirmed('Asking for a higher level than the role allows is unlawful; the registered body answers for it.'),
];

export const disclosures = {
  options: disclosureOptions,
  retention: unconfirmed(
    'Contents of a certificate at most six months after the decision; its number, date and outcome with the order.',
  ),
  validity: unconfirmed('None in law; the trade asks again after three years.'),
  clauses: [
    'The certificate was seen; it shows nothing.',
    'The certificate was seen; see the certificate.',
    'The authority answered that there is nothing to disclose.',
    'The candidate did not show the certificate.',
  ],
  breakdown: basicDisclosure,
  essentials: { 'certificate.number': 'the number of the certificate' },
  guidance: [
    toDo(unconfirmed('Record the outcome alone: clear, or see the certificate.')),
    toKnow(unconfirmed('Never record a spent matter that was seen by mistake.')),
    toKnow(unconfirmed('A register says to whom each certificate was shown (Police Act 1997 s.124).')),
  ],
} as const;
