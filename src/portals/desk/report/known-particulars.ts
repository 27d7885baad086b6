// Particulars that are known before anybody types them: who checks a right to work today, what
// certificate was ordered, and of which country a record is.
import type { Ctx } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { certificateOrderOf } from '../../../features/checks/certificate-order-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import type { OutcomeForm } from './outcome-form.ts';
import { typeOf } from './report-moves.ts';

/** By their path in the form: `certificate.level`. */
export type KnownParticulars = Readonly<Record<string, string>>;

function certificateOf(opened: OpenedReport): KnownParticulars {
  const { certificate, breakdown } = typeOf(opened.report);
  if (certificate === null) return {};
  const { workforce } = certificateOrderOf(opened);
  const known = { level: certificate.level, ...(certificate.namesWorkforce && workforce && { workforce }) };
  const kinds = breakdown.certificate?.properties ?? {};
  const isChoice = ([name, value]: [string, string]) => {
    const kind = kinds[name];
    return typeof kind === 'object' && 'choice' in kind && value in kind.choice;
  };
  return Object.fromEntries(
    Object.entries(known)
      .filter(isChoice)
      .map(([name, value]) => [`certificate.${name}`, value]),
  );
}

/** A report on another country names it where its jurisdiction is asked for. */
function jurisdictionOf({ report }: OpenedReport): KnownParticulars {
  const { country, breakdown } = typeOf(report);
  const name = country === null ? undefined : countryByAlpha3(country)?.name;
  return name === undefined || breakdown.jurisdiction?.properties.name !== 'text' ? {} : { 'jurisdiction.name': name };
}

/** Of a report that nobody has decided yet; an outcome says itself what is known. */
export async function readKnown(ctx: Ctx, opened: OpenedReport, today: IsoDate): Promise<KnownParticulars> {
  const { report, caller } = opened;
  if (!isOpen(report.status) || report.result !== null) return {};
  const { properties } = typeOf(report);
  const { name } = (await readActorNames(ctx.db, caller.accountId, [caller.actor]))(caller.actor);
  return {
    ...certificateOf(opened),
    ...jurisdictionOf(opened),
    ...(properties.checked_on === 'date' &&
      properties.checked_by === 'text' && { checked_on: today, checked_by: name }),
  };
}

export const withKnown = (form: OutcomeForm, known: KnownParticulars): OutcomeForm => ({
  ...form,
  properties: { ...known, ...form.properties },
});

/** Without what the page filled in for a part that nobody examined: it says nothing. */
export function withoutUnexamined(form: OutcomeForm, known: KnownParticulars): OutcomeForm {
  const isUnexamined = (path: string, value: string) => {
    const part = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    return part !== '' && !form.results[part] && known[path] === value;
  };
  const kept = Object.entries(form.properties).filter(([path, value]) => !isUnexamined(path, value));
  return { ...form, properties: Object.fromEntries(kept) };
}
