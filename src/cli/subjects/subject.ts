// The type of a subject of the command line: something that can be created, listed and perhaps changed.
import type { Ctx } from '../../context.ts';
import { listAccounts } from '../../features/accounts/account-actions.ts';
import { listSubsidiaries } from '../../features/accounts/subsidiary-actions.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Entry, Field } from '../fields.ts';
import type { Row, Sections } from '../output.ts';
import type { Creation } from './set-up.ts';

export interface Verb {
  readonly summary: string;
  /** Whether the verb works on one account, named by `--account`. */
  readonly ofAccount: boolean;
  readonly fields: readonly Field[];
  /** The verb changes nothing, so a refusal need not say that nothing was changed. */
  readonly onlyReads?: true;
  /** Columns that would make a table too wide. */
  readonly onlyInJson?: readonly string[];
  /** Returns rows of the subject's section. @param accountId empty if the verb does not work on one account */
  run(ctx: Ctx, accountId: string, entry: Entry): Promise<readonly Row[] | Sections>;
}

export interface Subject {
  /** What `create` makes, from options or from a file. */
  readonly creation: Creation;
  readonly createsInAccount: boolean;
  readonly verbs: Readonly<Record<string, Verb>>;
}

/** A subject that is not created by commands, only listed and looked after. */
export interface LookedAfter {
  /** The name of the rows in the output. */
  readonly section: string;
  readonly verbs: Readonly<Record<string, Verb>>;
  /** For the help: where to see more. */
  readonly elsewhere?: string;
}

/** A verb that lists everything of one account. */
export function listing(summary: string, rows: (ctx: Ctx, accountId: string) => Promise<readonly Row[]>): Verb {
  return { summary, ofAccount: true, onlyReads: true, fields: [], run: rows };
}

export const refusalOf = (field: string, message: string) => new Refusal('invalid_fields', { [field]: [message] });

/** The value that was found; refuses the field if there is none. */
export function known<T>(found: T | undefined, field: string): T {
  if (found === undefined) throw refusalOf(field, 'is not known');
  return found;
}

/** Compares ids case-insensitively. */
export const isId = (given: unknown, id: string) => typeof given === 'string' && given.toLowerCase() === id;

export const textIn = (entry: Entry, name: string) => (entry[name] as string | null | undefined) ?? null;

export const isoTime = (date: Date | null) => date?.toISOString().replace(/\.\d+Z$/, 'Z') ?? null;

/** @param named the account's id or name; optional while there is only one account @param field that names it */
export async function findAccountId(ctx: Ctx, named: string | undefined, field = 'account'): Promise<string> {
  const accounts = await listAccounts(ctx, 'system');
  const found = accounts.filter(({ id, name }) => named === undefined || isId(named, id) || named === name);
  if (found.length === 1) return found[0]!.id;
  if (accounts.length === 0) throw refusalOf(field, 'does not exist yet: make one with `probity accounts create`');
  if (named === undefined) throw refusalOf(field, `must be given: there are ${accounts.length}`);
  const message = found.length === 0 ? 'does not exist' : 'is the name of several: give the id';
  throw refusalOf(field, `${named} ${message}`);
}

/** @param named the subsidiary's id, name or external id; null stays null */
export async function findSubsidiaryId(ctx: Ctx, accountId: string, named: string | null): Promise<string | null> {
  if (named === null) return null;
  const all = await listSubsidiaries(ctx, 'system', accountId);
  const found = all.filter((one) => isId(named, one.id) || [one.name, one.external_id].includes(named));
  if (found.length > 1) throw refusalOf('subsidiary', 'is the name of several: give the id');
  return known(found[0], 'subsidiary').id;
}

/** The ids of subsidiaries by name or id; undefined if none is given. */
export async function subsidiariesIn(ctx: Ctx, accountId: string, given: unknown): Promise<string[] | undefined> {
  if (given === undefined) return undefined;
  const ids: string[] = [];
  for (const named of given as readonly string[]) ids.push((await findSubsidiaryId(ctx, accountId, named))!);
  return ids;
}

/** The number in `VF44` or `44`; undefined for any other text. */
export const orderIn = (text: string): number | undefined => {
  const [, digits] = /^(?:VF)?(\d{1,15})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
