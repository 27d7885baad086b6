// Switches report types on and off for an account, on the account's own terms.

import { type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import {
  type AgreedTerms,
  areSameTerms,
  comingProblem,
  givenTerms,
  rowOfTerms,
  type TermName,
  type TypedTerms,
  termNames,
  termProblem,
  termsOfRow,
  volumeAbovePrice,
} from './agreed-terms.ts';
import { type NamedType, typesNamed } from './agreement-actions.ts';
import { catalogue } from './catalogue.ts';
import { codeOf } from './catalogue-rules.ts';
import type { ReportType } from './report-type.ts';
import { reportTypeById } from './report-type-rules.ts';
import {
  type AgreedType,
  agreedFee,
  deleteAgreedTypes,
  findAgreedTypes,
  findAgreedTypesAmong,
  termsOn,
  ukDayOf,
  upsertAgreedTypes,
} from './report-type-store.ts';
import { type TemplateId, typesOfTemplate } from './templates.ts';

export { agreedFee, termsOn, ukDayOf };

/** A report type as agreed with an account. */
export interface AvailableType extends AgreedTerms {
  readonly type: ReportType;
}

const availableOf = (row: AgreedType): AvailableType[] => {
  const type = reportTypeById(row.report_type_id);
  return type === undefined ? [] : [{ type, ...termsOfRow(row) }];
};

/** Prices are of the real day, also where test data have a clock of their own: nothing in test mode is charged. */
const today = (ctx: Ctx) => ukDateOf(ctx.now());

/** Every report type that the account may order, by number, on the terms of today. */
export async function listAvailableTypes(ctx: Ctx, accountId: string): Promise<readonly AvailableType[]> {
  return (await findAgreedTypes(ctx.db, accountId, today(ctx))).flatMap(availableOf);
}

export type AvailableById = ReadonlyMap<number, AvailableType>;

export const availableById = (available: readonly AvailableType[]): AvailableById =>
  new Map(available.map((one) => [one.type.id, one]));

/** The ordered types, by number. Refuses the first one that is not switched on, by its name. */
export async function agreedTypes(ctx: Ctx, accountId: string, types: readonly ReportType[]): Promise<AvailableById> {
  const rows = await findAgreedTypesAmong(
    ctx.db,
    accountId,
    types.map(({ id }) => id),
    today(ctx),
  );
  const byId = availableById(rows.flatMap(availableOf));
  const off = types.find(({ id }) => !byId.has(id));
  if (off === undefined) return byId;
  throw new Refusal('unknown_report_name', {
    reports: [`names ${codeOf(off)}, which is not available to this account`],
  });
}

/** The terms of today of those of the accounts that may order the type, by account. */
export async function agreedOfMany(
  ctx: Ctx,
  accountIds: readonly string[],
  { id }: ReportType,
): Promise<ReadonlyMap<string, AgreedTerms>> {
  const found = await Promise.all(
    accountIds.map(async (accountId) => {
      const [row] = await findAgreedTypesAmong(ctx.db, accountId, [id], today(ctx));
      return row === undefined ? [] : [[accountId, termsOfRow(row)] as const];
    }),
  );
  return new Map(found.flat());
}

/** Every report type that one of the accounts may order, by its label. */
export async function listTypesOfAny(
  ctx: Ctx,
  by: Asker,
  accountIds: readonly string[],
): Promise<readonly ReportType[]> {
  demand(by, 'read_accounts');
  const each = await Promise.all(accountIds.map((accountId) => listAvailableTypes(ctx, accountId)));
  const types = new Set(each.flat().map(({ type }) => type));
  return [...types].toSorted((one, other) => one.label.localeCompare(other.label));
}

export type Agreement = NamedType & TypedTerms;

/** The rows of these agreements; refuses with `invalid_fields` by `reports[n]`. */
function agreedRows(agreements: readonly Agreement[]): AgreedType[] {
  const problems = new Problems();
  const types = typesNamed(agreements, 'reports', problems);
  agreements.forEach((agreement, index) => {
    for (const name of termNames) {
      const problem = termProblem(name, agreement[name]);
      if (problem !== undefined) problems.add(`reports[${index}].${name}`, problem);
    }
    const problem = comingProblem(agreement);
    if (problem !== undefined) problems.add(`reports[${index}].nextFrom`, problem);
  });
  problems.refuse('invalid_fields');
  return types.map((type, index) => ({ report_type_id: type!.id, ...rowOfTerms(agreements[index]!) }));
}

/**
 * Lets the account order these types. A term that is left out stays, unless it is among the cleared ones. Earlier orders
 * keep theirs.
 */
export function switchOnTypes(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  agreements: readonly Agreement[],
  cleared: readonly TermName[] = [],
): Promise<void> {
  demand(by, 'manage_agreements');
  const agreed = agreedRows(agreements);
  const detail = { report_types: agreed, ...(cleared.length === 0 ? {} : { cleared }) };
  return agree(ctx, by, accountId, agreed, detail, cleared);
}

/** Refuses with `invalid_fields` by `reports[n]` if a volume price is not lower than the price that was agreed in another step. */
function refuseVolumesAbovePrice(rows: readonly AgreedType[], after: ReadonlyMap<number, AvailableType>): void {
  const problems = new Problems();
  rows.forEach(({ report_type_id: id }, index) => {
    const agreed = after.get(id);
    const found = agreed && volumeAbovePrice(agreed);
    if (found !== undefined) problems.add(`reports[${index}].${found.term}`, found.problem);
  });
  problems.refuse('invalid_fields');
}

/** What became of a report type; undefined where it is switched off. */
export interface AgreementChange {
  readonly type: ReportType;
  readonly before: AgreedTerms | undefined;
  readonly after: AgreedTerms | undefined;
}

/**
 * Changes what the account may order in one step, and returns what changed; what is so already stays without an event.
 * @param agreed types that it may order, on exactly these terms @param ended types that it may order no more
 * @param kept terms that are not given, and stay
 */
export function changeAgreements(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  {
    agreed,
    ended,
    kept = [],
  }: {
    readonly agreed: readonly Agreement[];
    readonly ended: readonly ReportType[];
    readonly kept?: readonly TermName[];
  },
): Promise<readonly AgreementChange[]> {
  demand(by, 'manage_agreements');
  const rows = agreed.length === 0 ? [] : agreedRows(agreed);
  return inTransaction(ctx, async (tx) => {
    const before = availableById(await listAvailableTypes(tx, accountId));
    const cleared = termNames.filter((name) => !kept.includes(name));
    if (rows.length > 0) await upsertAgreedTypes(tx.db, accountId, rows, { day: today(tx), cleared });
    const after = availableById(await listAvailableTypes(tx, accountId));
    refuseVolumesAbovePrice(rows, after);
    const changed = rows.flatMap(({ report_type_id: id }): AgreementChange[] => {
      const [was, is] = [before.get(id), after.get(id)!];
      return was !== undefined && areSameTerms(was, is) ? [] : [{ type: is.type, before: was, after: is }];
    });
    if (changed.length > 0) await storeSwitchedOn(tx, by, accountId, { report_types: changed.map(detailOfChange) });
    const off = ended.filter(({ id }) => before.has(id));
    if (off.length > 0) await switchOffTypes(tx, by, accountId, off);
    return [...changed, ...off.map((type) => ({ type, before: before.get(type.id), after: undefined }))];
  });
}

const rowOfChange = ({ type, after }: AgreementChange): AgreedType => ({
  report_type_id: type.id,
  ...rowOfTerms(givenTerms(after!)),
});

/** With the price and the fee that the type had, for the history. */
const detailOfChange = (change: AgreementChange) => ({
  ...rowOfChange(change),
  ...(change.before && {
    before: { price_pence: change.before.pricePence, fee_pence: change.before.feePence },
  }),
});

const rowsOf = (template: TemplateId): AgreedType[] =>
  typesOfTemplate(template, catalogue).map(({ id }) => ({
    report_type_id: id,
    ...rowOfTerms({}),
  }));

/** For a new account, whose creation event names the template. */
export const startWithTemplate = (tx: Ctx, accountId: string, template: TemplateId): Promise<void> =>
  upsertAgreedTypes(tx.db, accountId, rowsOf(template), { day: today(tx) });

/** Lets the account also order the types of a template. */
export const switchOnTemplate = (ctx: Ctx, by: Asker, accountId: string, template: TemplateId): Promise<void> =>
  agree(ctx, by, accountId, rowsOf(template), { template });

function agree(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  types: readonly AgreedType[],
  detail: Readonly<Record<string, unknown>>,
  cleared: readonly TermName[] = [],
): Promise<void> {
  demand(by, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    await upsertAgreedTypes(tx.db, accountId, types, { day: today(tx), cleared });
    refuseVolumesAbovePrice(types, availableById(await listAvailableTypes(tx, accountId)));
    await storeSwitchedOn(tx, by, accountId, detail);
  });
}

const storeSwitchedOn = (tx: Ctx, by: Asker, accountId: string, detail: Readonly<Record<string, unknown>>) =>
  storeAccountEvent(tx, accountId, by, { type: 'account.report_types_switched_on', resourceId: accountId, detail });

/** From now on the account cannot order these types; earlier orders continue. */
export function switchOffTypes(ctx: Ctx, by: Asker, accountId: string, named: readonly NamedType[]): Promise<void> {
  demand(by, 'manage_agreements');
  const problems = new Problems();
  const types = typesNamed(named, 'reports', problems);
  problems.refuse('invalid_fields');
  const ids = types.map((type) => type!.id);
  return inTransaction(ctx, async (tx) => {
    await deleteAgreedTypes(tx.db, accountId, ids);
    await storeAccountEvent(tx, accountId, by, {
      type: 'account.report_types_switched_off',
      resourceId: accountId,
      detail: { report_type_ids: ids },
    });
  });
}
