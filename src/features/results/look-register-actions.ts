// The register of looks: everybody who looked at somebody's results or data, with when and on what ground.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { eventCheck } from '../events/audit-actions.ts';
import { recordLook } from '../events/look-actions.ts';
import {
  type DeskAccounts,
  findCheckOfDesk,
  findLooks,
  findLooksAtApplicant,
  type LookRow,
  type LooksAsked,
} from '../events/look-queries.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { type RegisteredLook, registeredLook } from './look-register-rules.ts';

type Reading = Pick<Ctx, 'db' | 'integrity'>;

/** Leaves out events that this program did not write: the audit reports them. */
async function worded(ctx: Reading, rows: readonly LookRow[]): Promise<RegisteredLook[]> {
  const isOurs = eventCheck(ctx.integrity);
  const ours = rows.filter(isOurs);
  const byAccount = Map.groupBy(ours, ({ event }) => event.account_id);
  const names = new Map(
    await Promise.all(
      [...byAccount].map(async ([accountId, looks]) => {
        const actors = looks.flatMap(({ event }) => [event.actor, `user:${event.on_behalf_of ?? ''}`]);
        return [accountId, await readActorNames(ctx.db, accountId, actors)] as const;
      }),
    ),
  );
  return ours.map(({ event, orderId, reportTypeId, keyLabel }) => {
    const report = reportTypeId === null ? undefined : (reportTypeById(reportTypeId)?.label ?? 'a report');
    return registeredLook({ event, orderId, report, keyLabel }, names.get(event.account_id)!);
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
  check: { readonly id: string; readonly applicantId: string },
): Promise<LooksAtPerson> {
  demand(reader, 'read_results', 'read_audit');
  const rows = await findLooksAtApplicant(ctx.db, reader, check.applicantId, mostOfOnePerson + 1);
  const { applicantId, id: checkId } = check;
  recordLook(ctx, reader, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
  const looks = await worded(ctx, rows.slice(0, mostOfOnePerson));
  return { looks, isCut: rows.length > mostOfOnePerson };
}

export interface RegisterReader extends Permitted {
  readonly userId: string;
  readonly accounts: DeskAccounts;
}

/** The register of the reader's accounts, newest first; names no candidate. */
export async function listLooks(ctx: Ctx, reader: RegisterReader, asked: LooksAsked): Promise<RegisteredLook[]> {
  demand(authorityOf(reader), 'read_audit');
  return worded(ctx, await findLooks(ctx.db, reader.accounts, asked));
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
