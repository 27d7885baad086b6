// What a Clear of a criminal record of another country does not rest on: a certificate that holds no longer, that was issued
// before the candidate left, or that nobody translated; pure.
import { formatLongDate, type IsoDate, laterOf, parseDate } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { certificateHolds } from '../report-types/certificate-validity-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';

const dayIn = (value: unknown): IsoDate | undefined => (typeof value === 'string' ? parseDate(value) : undefined);
const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The last day of the candidate in the country; undefined where they live there still, or the history does not say. */
function leftOn({ addresses }: Pick<ApplicantFacts, 'addresses'>, country: string | null): IsoDate | undefined {
  const there = addresses.filter((one) => one.country === country);
  const ends = there.flatMap(({ end_date: end }) => end ?? []);
  return ends.length === 0 || ends.length < there.length ? undefined : ends.reduce(laterOf);
}

/** In sentences; none for a type that asks no other country. */
export function foreignCertificateProblems(
  type: Pick<ReportType, 'name' | 'area' | 'country'>,
  properties: Readonly<Record<string, unknown>>,
  { facts, today }: { readonly facts: Pick<ApplicantFacts, 'addresses'>; readonly today: IsoDate },
): string[] {
  if (type.area !== 'international_criminal_records') return [];
  const issuedOn = dayIn(properties.issued_on);
  const [language, translatedBy] = [textIn(properties.language), textIn(properties.translated_by)];
  const isForeign = language !== '' && !/\b(?:english|welsh)\b/i.test(language);
  const untranslated =
    isForeign && translatedBy === ''
      ? [`The certificate is in ${language}, and nobody is named who translated it.`]
      : [];
  if (issuedOn === undefined) return untranslated;
  const { until, words, isOfIssuer } = certificateHolds(type, issuedOn);
  const said = `The certificate was issued on ${formatLongDate(issuedOn)}`;
  const left = leftOn(facts, type.country);
  const by = isOfIssuer ? 'its issuer lets it hold for' : 'the trade takes one of at most';
  return [
    ...(until < today ? [`${said}: ${by} ${words}, until ${formatLongDate(until)}.`] : []),
    ...(left !== undefined && issuedOn < left
      ? [`${said}, before the candidate left the country on ${formatLongDate(left)}.`]
      : []),
    ...untranslated,
  ];
}
