// The register of looks: everybody who looked at somebody's results or data, with when and on what ground.
import type { Caller, Ctx, Environment } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { findUserOf, type NamedUser, readActorNames } from '../accounts/actor-name-queries.ts';
import { describeFiles } from '../attachments/attachment-actions.ts';
import { eventCheck } from '../events/audit-actions.ts';
import { recordLook } from '../events/look-actions.ts';
import {
  type AccountLooks,
  countLooks,
  type DeskAccounts,
  findCheckOfDesk,
  findLooks,
  findLooksAtApplicant,
  type LookRow,
  type LooksAsked,
  type LooksPage,
} from '../events/look-queries.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { nameOfKind } from '../requirements/document-slot-rules.ts';
import { type RegisteredLook, registeredLook } from './look-register-rules.ts';

type Reading = Pick<Ctx, 'db' | 'integrity' | 'keys'>;

/**
 * What is said of a file that was looked at: to the client nothing, because some files prove a change of name or prison; in a
 * list of many people its kind, because a description may name somebody.
 */
type SaidOfFiles = 'nothing' | 'kind' | 'description';

/** By the token, where it is known. */
async function filesOf(
  ctx: Reading,
  rows: readonly LookRow[],
  said: SaidOfFiles,
): Promise<ReadonlyMap<string, string>> {
  if (said === 'nothing') return new Map();
  const looks = rows.filter(({ event }) => event.type === 'attachment.read');
  const byTenant = Map.groupBy(looks, ({ event }) => `${event.account_id} ${event.environment}`);
  const found = await Promise.all(
    [...byTenant.values()].map((of) => {
      const { account_id: accountId, environment } = of[0]!.event;
      return describeFiles(ctx, { accountId, environment: environment as Environment }, [
        ...new Set(of.map(({ event }) => event.resource_id)),
      ]);
    }),
  );
  const named = found.flatMap((files) =>
    [...files].map(([token, { description, given }]) => {
      const kind = nameOfKind(given?.kind ?? '');
      return [token, said === 'description' ? description || kind : kind] as const;
    }),
  );
  return new Map(named.flatMap(([token, name]) => (name ? [[token, name]] : [])));
}

/** Leaves out events that this program did not write: the audit reports them. */
async function worded(ctx: Reading, rows: readonly LookRow[], said: SaidOfFiles): Promise<RegisteredLook[]> {
  const isOurs = eventCheck(ctx.integrity);
  const ours = rows.filter(isOurs);
  const byAccount = Map.groupBy(ours, ({ event }) => event.account_id);
  const files = await filesOf(ctx, ours, said);
  const names = new Map(
    await Promise.all(
      [...byAccount].map(async ([accountId, looks]) => {
        const actors = looks.flatMap(({ event }) => [event.actor, `user:${event.on_behalf_of ?? ''}`]);
        return [accountId, await readActorNames(ctx.db, accountId, actors)] as const;
      }),
    ),
  );
  return ours.map(({ event, orderId, reportTypeId, accountName: account, ...by }) => {
    const report = reportTypeId === null ? undefined : (reportTypeById(reportTypeId)?.label ?? 'a report');
    const file = event.type === 'attachment.read' ? files.get(event.resource_id) : undefined;
    return registeredLook({ event, orderId, report, account, file, ...by }, names.get(event.account_id)!);
  });
}

const mostOfOnePerson = 5000;

export interface LooksAtPerson {
  readonly looks: readonly RegisteredLook[];
  /** There are more, older ones. */
  readonly isCut: boolean;
}

/** All looks at the person of a check, in all their checks; the reader sees the candidate's name, which is recorded. */
export async function showLooksAtPerson(
  ctx: Ctx,
  reader: Caller,
  check: { readonly id: string | undefined; readonly applicantId: string },
  isAtDesk = false,
): Promise<LooksAtPerson> {
  demand(reader, 'read_results', 'read_audit');
  const rows = await findLooksAtApplicant(ctx.db, reader, check.applicantId, mostOfOnePerson + 1);
  const { applicantId, id: checkId } = check;
  const look = { type: 'applicant.read', resourceId: applicantId, applicantId } as const;
  recordLook(ctx, reader, checkId === undefined ? look : { ...look, checkId });
  const looks = await worded(ctx, rows.slice(0, mostOfOnePerson), isAtDesk ? 'description' : 'nothing');
  return { looks, isCut: rows.length > mostOfOnePerson };
}

export interface RegisterReader extends Permitted {
  readonly userId: string;
  readonly accounts: DeskAccounts;
}

/** The register of the reader's accounts, newest first; names no candidate. */
export async function listLooks(
  ctx: Reading,
  reader: RegisterReader,
  asked: LooksAsked & LooksPage,
): Promise<RegisteredLook[]> {
  demand(authorityOf(reader), 'read_audit');
  return worded(ctx, await findLooks(ctx.db, reader.accounts, asked), 'kind');
}

/** How much was looked at in each account of the reader, by those whom the filter leaves. */
export async function countLooksByAccount(
  ctx: Pick<Ctx, 'db'>,
  reader: RegisterReader,
  asked: LooksAsked,
): Promise<AccountLooks[]> {
  demand(authorityOf(reader), 'read_audit');
  return countLooks(ctx.db, reader.accounts, asked);
}

const exportedAtOnce = 1000;

async function* batchesOf(ctx: Reading, { accounts }: RegisterReader, asked: LooksAsked) {
  for (let before: string | undefined; ; ) {
    const rows = await findLooks(ctx.db, accounts, { ...asked, before, limit: exportedAtOnce });
    if (rows.length > 0) yield await worded(ctx, rows, 'kind');
    before = rows.at(-1)?.event.id;
    if (rows.length < exportedAtOnce) return;
  }
}

/** All of them in batches, so that any number takes the same memory. The page that gives them out records the export. */
export function exportLooks(
  ctx: Reading,
  reader: RegisterReader,
  asked: LooksAsked,
): AsyncGenerator<readonly RegisteredLook[]> {
  demand(authorityOf(reader), 'read_audit');
  return batchesOf(ctx, reader, asked);
}

/** Whose looks the register may be filtered by. @param by the id or the email address */
export function findUserOfLooks(
  ctx: Pick<Ctx, 'db'>,
  reader: RegisterReader,
  by: { readonly id: string } | { readonly email: string },
): Promise<NamedUser | undefined> {
  demand(authorityOf(reader), 'read_audit');
  return findUserOf(ctx.db, reader.accounts, by, { isDeskToo: true });
}

/** The reader as a caller in the account of a check that they may see. Refuses with `not_found`. */
export async function registerCaller(ctx: Ctx, reader: RegisterReader, checkId: string): Promise<Caller> {
  demand(authorityOf(reader), 'read_audit');
  const found = isUuid(checkId) ? await findCheckOfDesk(ctx.db, reader.accounts, checkId) : undefined;
  if (found === undefined) throw new Refusal('not_found');
  return {
    accountId: found.account_id,
    environment: found.environment,
    actor: `user:${reader.userId}`,
    permissions: reader.permissions,
    clockOffsetSeconds: found.clock_offset_seconds,
  };
}
