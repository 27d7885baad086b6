// What the row of a spreadsheet orders where it says more than the form: its own reports, job role, place of work, sector and subsidiary; pure.

import { isInScope, type Scope } from '../../../features/access/scope-rules.ts';
import { type SubsidiaryWords, usualWords } from '../../../features/accounts/subsidiary-words.ts';
import { workKindLabel } from '../../../features/applicants/work-kind-rules.ts';
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import { codeOf } from '../../../features/report-types/catalogue-rules.ts';
import { allowedLists } from '../../../features/report-types/report-type-rules.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type Choice, chosenIn, isDecided, type TypedOrder, typedText, withAgreedLists } from '../orders/order-form.ts';
import {
  OF_NO_SUBSIDIARY,
  type OpenedOrder,
  subsidiaryChoices,
  WHOLE_ACCOUNT,
  workKindOf,
} from '../orders/order-submission.ts';

interface RowContext {
  readonly orderable: Orderable;
  /** The name of the account. */
  readonly employer: string;
  /** Those for which a row may be, and who orders. */
  readonly subsidiaries: OpenedOrder['subsidiaries'];
  readonly orderer: { readonly caller: Scope; readonly units?: SubsidiaryWords };
}

/** Texts are compared as people write them. */
const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Reports of a cell have a semicolon or a line between them: their names have commas. */
const namesIn = (text: string) =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

interface Resolved {
  /** The cells as the inputs of the form have them. */
  readonly typed: TypedOrder;
  readonly errors: FieldMessages;
}

const nothing: Resolved = { typed: {}, errors: {} };

/** A package and reports, each by its name. */
function whatOf(text: string, { packages, availableTypes, refusedUnpriced }: Orderable): Resolved {
  if (text === '') return nothing;
  const packOf = (named: string) => packages.find(({ name }) => same(name, named));
  // Its own name may have a semicolon.
  const whole = packOf(text);
  if (whole !== undefined) return { typed: { what: [String(whole.id)], types: [] }, errors: {} };
  const packed = namesIn(text).filter((name) => packOf(name) !== undefined);
  const offered = [...availableTypes.values()].map(({ type }) => type).filter(({ id }) => !refusedUnpriced.has(id));
  const found = namesIn(text)
    .filter((name) => !packed.includes(name))
    .map((name) => ({
      name,
      type: offered.find((type) => same(type.label, name) || same(codeOf(type), name)),
    }));
  const unknown = found.filter(({ type }) => type === undefined).map(({ name }) => `“${name}”`);
  const types = found.flatMap(({ type }) => (type === undefined ? [] : [String(type.id)]));
  const repeated = found.filter(({ type }, at) => type && found.findIndex((one) => one.type === type) < at);
  const errors = [
    ...(packed.length > 1 ? [`${packed.map((name) => `“${name}”`).join(' and ')} are packages: name one`] : []),
    ...unknown.map((name) => `${name} is no package and no report that your account may order`),
    ...repeated.map(({ name }) => `“${name}” is named twice: name each report once`),
  ];
  if (errors.length === 0) {
    const [packageName = ''] = packed;
    return { typed: { what: [String(packOf(packageName)?.id ?? 'reports')], types }, errors: {} };
  }
  // The other cells are judged by what was chosen for all.
  return { typed: {}, errors: { what: errors } };
}

function roleOf(text: string, { jobRoles }: Orderable): Resolved {
  if (text === '') return nothing;
  const role = jobRoles.find(({ role_title }) => same(role_title, text));
  if (role !== undefined) return { typed: { job_role: [String(role.id)] }, errors: {} };
  const titles = jobRoles.map(({ role_title }) => role_title).join(', ');
  const rule = titles === '' ? 'none is agreed with your account' : `choose one of: ${titles}`;
  return { typed: {}, errors: { job_role: [`“${text}” is no job role of your account: ${rule}`] } };
}

/** By its name, else by its external id, which may differ from another in capitals alone. */
export function subsidiaryOf(
  text: string,
  subsidiaries: RowContext['subsidiaries'],
  reader: Scope,
  units = usualWords,
): Resolved {
  if (text === '') return nothing;
  const byId = subsidiaries.filter(({ external_id }) => external_id !== null && same(external_id, text));
  const found =
    subsidiaryChoices(subsidiaries, reader).find(({ name }) => same(name, text)) ??
    byId.find(({ external_id }) => byId.length === 1 || external_id === text);
  if (found !== undefined) return { typed: { subsidiary: [found.id] }, errors: {} };
  const seesWhole = isInScope(reader, null);
  const rule = `write the name or the external id of one${seesWhole ? `, or “${WHOLE_ACCOUNT}”` : ''}`;
  const whose = seesWhole ? 'of your account' : 'that you see';
  return { typed: {}, errors: { subsidiary: [`“${text}” is no ${units.one} ${whose}: ${rule}`] } };
}

/** Without the barred lists that came with the job role of the form: the row has another. */
function withoutAgreedLists(typed: TypedOrder, { jobRoles }: Orderable): TypedOrder {
  const role = jobRoles.find(({ id }) => String(id) === typedText(typed, 'job_role'));
  const agreed: readonly string[] = role === undefined || !isDecided(role) ? [] : allowedLists(role);
  return Object.fromEntries(
    Object.entries(typed).map(([name, values]) => [
      name,
      name.startsWith('options_') ? values.filter((one) => !agreed.includes(one)) : values,
    ]),
  );
}

/** What nobody was asked on the pages, because only the row orders a basic check: as the pages would offer it. */
function withOffered(typed: TypedOrder, chosen: readonly Choice[], employer: string): TypedOrder {
  if (!chosen.some(({ type }) => askedOfJob(type).includes('criminal_details'))) return typed;
  const offered = { purpose: ['Employment'], employer: [employer], job: typed.position ?? [] };
  return { ...offered, ...typed };
}

export interface RowOrder {
  readonly typed: TypedOrder;
  readonly chosen: readonly Choice[];
  /** Whether the row orders reports of its own. */
  readonly hasOwn: boolean;
  readonly errors: FieldMessages;
}

/** What a row says holds before what was given for all. */
export function rowOrderOf(common: TypedOrder, row: TypedOrder, context: RowContext): RowOrder {
  const { orderable, employer, subsidiaries, orderer } = context;
  const [what, role] = [whatOf(typedText(row, 'what'), orderable), roleOf(typedText(row, 'job_role'), orderable)];
  const subsidiary = subsidiaryOf(typedText(row, 'subsidiary'), subsidiaries, orderer.caller, orderer.units);
  const { what: _what, job_role: _role, subsidiary: _subsidiary, ...others } = row;
  const base = role.typed.job_role === undefined ? common : withoutAgreedLists(common, orderable);
  const typed = withAgreedLists({ ...base, ...others, ...what.typed, ...role.typed, ...subsidiary.typed }, orderable);
  const chosen = chosenIn(typed, orderable);
  const hasOwn = what.typed.what !== undefined;
  return {
    typed: hasOwn ? withOffered(typed, chosen, employer) : typed,
    ...{ chosen, hasOwn, errors: { ...what.errors, ...role.errors, ...subsidiary.errors } },
  };
}

/** What the template fills in of what was given for all, by the name of the input. */
export function knownOf(
  typed: TypedOrder,
  { orderable: { jobRoles }, subsidiaries }: Pick<RowContext, 'orderable' | 'subsidiaries'>,
): Readonly<Record<string, string>> {
  const role = jobRoles.find(({ id }) => String(id) === typedText(typed, 'job_role'));
  const chosen = typedText(typed, 'subsidiary');
  const subsidiary = subsidiaries.find(({ id }) => id === chosen)?.name;
  return {
    starts_on: typedText(typed, 'starts_on'),
    work_kind: workKindLabel(workKindOf(typed) ?? null),
    ...{ job_role: role?.role_title ?? '', place: typedText(typed, 'place'), sector: typedText(typed, 'sector') },
    job_country: countryByAlpha3(typedText(typed, 'job_country'))?.name ?? '',
    urgent: typedText(typed, 'urgent') === '1' ? 'Yes' : '',
    subsidiary: subsidiary ?? (chosen === OF_NO_SUBSIDIARY ? WHOLE_ACCOUNT : ''),
  };
}
