// After how many months each report type is due again, set by the administrators of a client.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { terms } from '../../../features/report-types/agreed-terms.ts';
import { termText, typedCount } from '../../../features/report-types/agreement-text-rules.ts';
import {
  type AvailableType,
  availableById,
  listAvailableTypes,
} from '../../../features/report-types/availability-actions.ts';
import { maySetRenewals, setRenewals } from '../../../features/report-types/renewal-term-actions.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { filterTypes } from '../../../features/report-types/report-type-search-rules.ts';
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

const notices = { saved: 'The months are saved. They apply to results that are complete already, too.' };

const inputOf = (id: number) => `${terms.renewAfterMonths.input}_${id}`;

const pageOf = ({ query }: FormRequest): number => {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 0 && page < 1000 ? page : 1;
};

/** What is renewed comes first. */
const byRenewal = (one: AvailableType, other: AvailableType) =>
  Number(one.renewAfterMonths === null) - Number(other.renewAfterMonths === null) ||
  one.type.label.localeCompare(other.type.label, 'en');

interface Row {
  readonly type: ReportType;
  /** When the page was made, and as they are typed now. */
  readonly before: string;
  readonly months: string;
}

const agreedRow = ({ type, renewAfterMonths }: AvailableType): Row => {
  const before = termText('renewAfterMonths', renewAfterMonths);
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

const hrefOf = (q: string, page: number, done?: 'saved') =>
  listHref(
    renewalMonthsPath,
    listParameters({ q: q === '' ? undefined : q, page: page === 1 ? undefined : page, done }),
  );

interface Refused {
  readonly rows: readonly Row[];
  readonly errors: FieldMessages;
}

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: ClientUser, refused?: Refused) {
  if (!maySetRenewals(user)) throw new Refusal('not_permitted');
  const available = availableById(await listAvailableTypes(ctx, user.accountId));
  const types = [...available.values()].toSorted(byRenewal).map(({ type }) => type);
  const [q, page] = [askedText(request), pageOf(request)];
  const found = q === '' ? types : filterTypes(types, { q });
  const rows =
    refused?.rows ?? found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ id }) => agreedRow(available.get(id)!));
  return renderPage(request, reply, 'client/people/renewal-months.njk', {
    title: 'Months to renewal',
    done: noticeIn(request, notices),
    errors: refused?.errors,
    path: renewalMonthsPath,
    q,
    isSearched: types.length > PER_PAGE,
    action: hrefOf(q, page),
    least: terms.renewAfterMonths.least,
    most: terms.renewAfterMonths.most,
    shown: shownText(rows),
    rows: rows.map(({ type, months }) => ({ label: type.label, input: inputOf(type.id), value: months })),
    previousHref: page > 1 ? hrefOf(q, page - 1) : undefined,
    nextHref: found.length > page * PER_PAGE ? hrefOf(q, page + 1) : undefined,
  });
}

export function renewalMonthsPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(renewalMonthsPath, { permission }, (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(renewalMonthsPath, { permission }, async (request: FormRequest, reply, user) => {
    const rows = typedRows(request);
    // What the desk sets meanwhile stays.
    const changed = rows.filter(({ before, months }) => months !== before);
    const given = changed.map(({ type, months }) => ({ reportTypeId: type.id, months: typedCount(months) }));
    const words = Object.fromEntries(
      changed.map(({ type: { id, label } }, index) => [
        `reports[${index}].renewAfterMonths`,
        { input: inputOf(id), begins: `${label}: ${terms.renewAfterMonths.called}` },
      ]),
    );
    const errors = await refusedFields(() => setRenewals(ctx, callerFor(user, 'live'), given), words);
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, { rows, errors });
    return reply.redirect(hrefOf(askedText(request), pageOf(request), 'saved'), 303);
  });
}
