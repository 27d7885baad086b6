// After how many months each report type is due again, for the account, a package or a job role, as the administrators of a client
// set it.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listPlans, type PlanOf, readOrderedTypes, setPlan } from '../../../features/renewals/renewal-plan-actions.ts';
import { terms } from '../../../features/report-types/agreed-terms.ts';
import { listPackages } from '../../../features/report-types/agreement-actions.ts';
import { typedCount } from '../../../features/report-types/agreement-text-rules.ts';
import { listAvailableTypes } from '../../../features/report-types/availability-actions.ts';
import { maySetRenewals, setRenewals } from '../../../features/report-types/renewal-term-actions.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { listJobRoles } from '../../../features/report-types/report-type-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { filterTypes } from '../../../features/report-types/report-type-search-rules.ts';
import { isPlanned } from '../../../features/stated-staff/record-kind-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

export const renewalMonthsPath = '/portal/people/renewal-months';
const permission = 'set_renewals' as const;
const PER_PAGE = 50;
/** The input of the months for all reports of a package. */
const EVERY = 'every';

const notices = { saved: 'The months are saved. They apply to results that are complete already, too.' };

const inputOf = (id: number) => `${terms.renewAfterMonths.input}_${id}`;

const pageOf = ({ query }: FormRequest): number => {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 0 && page < 1000 ? page : 1;
};

/** What the client ordered most comes first, then what is renewed. */
const inOrder =
  (ordered: ReadonlyMap<number, number>, months: (type: ReportType) => number | undefined) =>
  (one: ReportType, other: ReportType) =>
    (ordered.get(other.id) ?? 0) - (ordered.get(one.id) ?? 0) ||
    Number(months(one) === undefined) - Number(months(other) === undefined) ||
    one.label.localeCompare(other.label, 'en');

interface Row {
  readonly type: ReportType;
  /** When the page was made, and as they are typed now. */
  readonly before: string;
  readonly months: string;
}

const rowOf = (type: ReportType, months: number | undefined): Row => {
  const before = months === undefined ? '' : String(months);
  return { type, before, months: before };
};

/** `12:24 13:`: a type with its months when the page was made, and one without. */
const shownText = (rows: readonly Row[]) => rows.map(({ type, before }) => `${type.id}:${before}`).join(' ');

const typedRows = (request: FormRequest): Row[] =>
  typed(request, 'shown')
    .split(' ')
    .map((text) => text.split(':'))
    .flatMap(([id, before = '']) => {
      const type = reportTypeById(Number(id));
      return type === undefined ? [] : [{ type, before, months: typed(request, inputOf(type.id)) }];
    });

const askedText = ({ query }: FormRequest) => text(query.q).trim().slice(0, 100);

/** Below the words of what it is for, in the address. */
interface Place {
  readonly q: string;
  readonly page: number;
  readonly of: PlanOf | undefined;
}

const forText = (of: PlanOf | undefined) =>
  of === undefined ? undefined : 'packageId' in of ? `package-${of.packageId}` : `role-${of.jobRoleId}`;

function placeOf(request: FormRequest): Place {
  const [, kind, id] = /^(package|role)-(\d{1,9})$/.exec(text(request.query.for)) ?? [];
  const of =
    kind === undefined ? undefined : kind === 'package' ? { packageId: Number(id) } : { jobRoleId: Number(id) };
  return { q: askedText(request), page: pageOf(request), of };
}

const hrefOf = ({ q, page, of }: Place, done?: 'saved') =>
  listHref(
    renewalMonthsPath,
    listParameters({
      for: forText(of),
      q: q === '' ? undefined : q,
      page: page === 1 ? undefined : page,
      done,
    }),
  );

/** Everything that has months: the account, its packages and its job roles. */
async function readChoices(ctx: Ctx, user: ClientUser, { of }: Place) {
  const [packages, roles, plans, available] = await Promise.all([
    listPackages(ctx, user.accountId),
    listJobRoles(ctx, user.accountId),
    listPlans(ctx, callerFor(user, 'live')),
    listAvailableTypes(ctx, user.accountId),
  ]);
  const counted = (one: PlanOf) => {
    const count = plans.monthsOf(one).size;
    return count === 0 ? '' : ` (${count} of its own)`;
  };
  const items = [
    { of: undefined, text: 'The whole account' },
    ...packages.map(({ id, name }) => ({
      of: { packageId: id },
      text: `Package: ${name}${counted({ packageId: id })}`,
    })),
    ...roles.map(({ id, role_title }) => ({
      of: { jobRoleId: id },
      text: `Job role: ${role_title}${counted({ jobRoleId: id })}`,
    })),
  ].map((one) => ({ value: forText(one.of) ?? '', text: one.text, selected: forText(one.of) === forText(of) }));
  if (!items.some(({ selected }) => selected)) throw new Refusal('not_found');
  const pack = of !== undefined && 'packageId' in of ? packages.find(({ id }) => id === of.packageId) : undefined;
  const account = new Map(available.map(({ type, renewAfterMonths }) => [type.id, renewAfterMonths ?? undefined]));
  const held =
    pack === undefined
      ? available.map(({ type }) => type)
      : pack.items.flatMap(({ report_type_id }) => reportTypeById(report_type_id) ?? []);
  return {
    selects: [{ name: 'for', label: 'Months for', items }],
    types: of === undefined ? held : held.filter(isPlanned),
    leftOut: of !== undefined && held.some((type) => !isPlanned(type)),
    account,
    months: of === undefined ? account : plans.monthsOf(of),
    isPackage: pack !== undefined,
  };
}

interface Refused {
  readonly rows: readonly Row[];
  readonly errors: FieldMessages;
}

const accountHint = (months: number | undefined) =>
  months === undefined ? 'Empty: not renewed, as for the account' : `Empty: ${months} months, as for the account`;

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: ClientUser, refused?: Refused) {
  if (!maySetRenewals(user)) throw new Refusal('not_permitted');
  const place = placeOf(request);
  const { q, page, of } = place;
  const { selects, leftOut, account, months, isPackage, ...choices } = await readChoices(ctx, user, place);
  const ordered = await readOrderedTypes(ctx, callerFor(user, 'live'));
  const types = choices.types.toSorted(inOrder(ordered, (type) => months.get(type.id)));
  const found = q === '' ? types : filterTypes(types, { q });
  const rows =
    refused?.rows ??
    found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((type) => rowOf(type, months.get(type.id)));
  return renderPage(request, reply, 'client/people/renewal-months.njk', {
    title: 'Months to renewal',
    done: noticeIn(request, notices),
    errors: refused?.errors,
    path: renewalMonthsPath,
    ...{ listPath: renewalMonthsPath, selects: selects[0]!.items.length > 1 ? selects : [], kept: [] },
    q,
    of: forText(of),
    ofAccountHref: hrefOf({ q: '', page: 1, of: undefined }),
    allHref: hrefOf({ q: '', page: 1, of }),
    ...{ isPackage, leftOut },
    every: typed(request, EVERY),
    isSearched: types.length > PER_PAGE,
    action: hrefOf(place),
    least: terms.renewAfterMonths.least,
    most: terms.renewAfterMonths.most,
    shown: shownText(rows),
    rows: rows.map(({ type, months: value }) => ({
      label: type.label,
      input: inputOf(type.id),
      value,
      hint: of === undefined ? undefined : accountHint(account.get(type.id)),
    })),
    previousHref: page > 1 ? hrefOf({ q, page: page - 1, of }) : undefined,
    nextHref: found.length > page * PER_PAGE ? hrefOf({ q, page: page + 1, of }) : undefined,
  });
}

/** What is left empty gets the months that are typed for all of a package. */
const filled = (rows: readonly Row[], every: string): Row[] =>
  rows.map((row) => (row.months === '' && every !== '' ? { ...row, months: every } : row));

export function renewalMonthsPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(renewalMonthsPath, { permission }, (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(renewalMonthsPath, { permission }, async (request: FormRequest, reply, user) => {
    const place = placeOf(request);
    const { of } = place;
    const rows = filled(typedRows(request), typed(request, EVERY));
    // What the desk sets meanwhile stays.
    const changed = rows.filter(({ before, months }) => months !== before);
    const given = changed.map(({ type, months }) => ({ reportTypeId: type.id, months: typedCount(months) }));
    const words = Object.fromEntries(
      changed.map(({ type: { id, label } }, index) => [
        `reports[${index}].renewAfterMonths`,
        { input: inputOf(id), begins: `${label}: ${terms.renewAfterMonths.called}` },
      ]),
    );
    const caller = callerFor(user, 'live');
    const errors = await refusedFields(
      () => (of === undefined ? setRenewals(ctx, caller, given) : setPlan(ctx, caller, of, given)),
      words,
    );
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, { rows, errors });
    return reply.redirect(hrefOf(place, 'saved'), 303);
  });
}
