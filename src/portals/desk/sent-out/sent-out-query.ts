// Which part of the work that is out with suppliers its list shows, as its address and its filters say it.
import type { Ctx, Environment } from '../../../context.ts';
import {
  findSentOut,
  type SentOutFilter,
  type SentOutGroup,
  type SentOutRow,
  type SentOutView,
} from '../../../features/lists/sent-out-queries.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { filterTypes } from '../../../features/report-types/report-type-search-rules.ts';
import { findSupplierNames } from '../../../features/suppliers/supplier-queries.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import type { UserOf } from '../../shared/shell.ts';
import { sentOutPath as path } from './sent-out-address.ts';

export const viewNames: Readonly<Record<SentOutView, string>> = {
  outstanding: 'All',
  overdue: 'Overdue: to chase',
  to_call_off: 'To call off',
};

const outFor = [5, 10, 20, 30, 60] as const;

export interface Query {
  readonly environment: Environment;
  readonly view: SentOutView;
  readonly supplierId: string | undefined;
  readonly accountId: string | undefined;
  /** Of what was sent out at once. */
  readonly batchId: string | undefined;
  /** Three letters; GBR also covers types without a country. */
  readonly country: string | undefined;
  readonly reportTypeId: number | undefined;
  readonly outForDays: number | undefined;
  readonly page: number;
}

/** Invalid values count as absent, so that old bookmarks still open. */
export function readQuery(given: Readonly<Record<string, unknown>>): Query {
  const page = Number(given.page);
  return {
    environment: given.environment === 'test' ? 'test' : 'live',
    view: given.view === 'overdue' || given.view === 'to_call_off' ? given.view : 'outstanding',
    supplierId: isUuid(given.supplier) ? given.supplier : undefined,
    accountId: isUuid(given.account) ? given.account : undefined,
    batchId: isUuid(given.batch) ? given.batch : undefined,
    country: typeof given.country === 'string' && /^[A-Z]{3}$/.test(given.country) ? given.country : undefined,
    reportTypeId: reportTypeById(Number(given.type))?.id,
    outForDays: outFor.find((days) => String(days) === given.days),
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

export const parametersOf = (query: Query) => {
  const { environment, view, supplierId, accountId, batchId, country, reportTypeId, outForDays, page } = query;
  return listParameters({
    environment: environment === 'test' ? environment : undefined,
    view: view === 'outstanding' ? undefined : view,
    supplier: supplierId,
    account: accountId,
    batch: batchId,
    country,
    type: reportTypeId,
    days: outForDays,
    page: page === 1 ? undefined : page,
  });
};

export const hrefOf = (query: Query, of = path) => listHref(of, parametersOf(query));

/** Undefined for every type. */
export function typesOf({ country, reportTypeId }: Query): readonly number[] | undefined {
  if (country === undefined) return reportTypeId === undefined ? undefined : [reportTypeId];
  const ofCountry = filterTypes(catalogue, { country }).map(({ id }) => id);
  return reportTypeId === undefined ? ofCountry : ofCountry.filter((id) => id === reportTypeId);
}

export const filterOf = (ctx: Pick<Ctx, 'now'>, query: Query): SentOutFilter => {
  const { environment, supplierId, accountId, batchId, outForDays, view } = query;
  return {
    environment,
    supplierId,
    accountId,
    batchId,
    outForDays,
    view,
    reportTypeIds: typesOf(query),
    now: ctx.now(),
  };
};

const READ_AT_ONCE = 1000;

/** All that the list finds, without its pages. */
export async function everyRow(ctx: Ctx, user: UserOf<'desk'>, query: Query): Promise<SentOutRow[]> {
  const rows: SentOutRow[] = [];
  for (;;) {
    const part = await findSentOut(ctx.db, user, filterOf(ctx, query), {
      ...{ offset: rows.length, limit: READ_AT_ONCE },
    });
    rows.push(...part);
    if (part.length < READ_AT_ONCE) return rows;
  }
}

function selectOf(name: string, label: string, chosen: string | undefined, found: ReadonlyMap<string, string>) {
  const others: [string, string][] =
    chosen === undefined || found.has(chosen) ? [] : [[chosen, 'The one in the address']];
  const byName = [...found].toSorted(([, one], [, other]) => one.localeCompare(other));
  return { name, label, items: itemsOf(chosen, [...byName, ...others]) };
}

const itemsOf = (chosen: string | undefined, found: readonly (readonly [string, string])[]) =>
  [['', 'All'] as const, ...found].map(([value, text]) => ({ value, text, selected: value === (chosen ?? '') }));

/** The choices are those that the list has work of. */
export async function selectsOf(ctx: Pick<Ctx, 'db'>, query: Query, groups: readonly SentOutGroup[]) {
  const accounts = new Map(groups.map((group) => [group.account_id, group.account_name]));
  const suppliers = await findSupplierNames(ctx.db, [...new Set(groups.map((group) => group.supplier_id))]);
  const types = [...new Set(groups.map((group) => group.report_type_id))].flatMap((id) => reportTypeById(id) ?? []);
  const countries = new Set(types.map(({ country }) => country ?? 'GBR'));
  const named = [...countries].map((code) => [code, countryByAlpha3(code)?.name ?? code] as const);
  const days = outFor.map((count) => [String(count), `${count} days or more`] as const);
  return [
    selectOf('supplier', 'Supplier', query.supplierId, suppliers),
    selectOf('account', 'Account', query.accountId, accounts),
    selectOf('country', 'Country', query.country, new Map(named)),
    selectOf(
      'type',
      'Report type',
      query.reportTypeId?.toString(),
      new Map(types.map(({ id, label }) => [String(id), label])),
    ),
    { name: 'days', label: 'Out for', items: itemsOf(query.outForDays?.toString(), days) },
  ];
}
