// What a subject of the command line is: something that can be set up, listed and perhaps changed.
import type { Ctx } from '../../context.ts';
import { listAccounts } from '../../features/accounts/account-actions.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Entry, Field } from '../fields.ts';
import type { Row, Sections } from '../output.ts';
import type { Creation } from './set-up.ts';

export interface Verb {
  readonly summary: string;
  /** Whether it is about one account, which `--account` names. */
  readonly ofAccount: boolean;
  readonly fields: readonly Field[];
  /** Refused, it need not say that nothing was changed. */
  readonly onlyReads?: true;
  /** Columns that would make a table too wide. */
  readonly onlyInJson?: readonly string[];
  /** Rows are those of the subject's section. @param accountId empty where the verb is not about an account */
  run(ctx: Ctx, accountId: string, entry: Entry): Promise<readonly Row[] | Sections>;
}

export interface Subject {
  /** What `create` makes, from options or from a file. */
  readonly creation: Creation;
  readonly createsInAccount: boolean;
  readonly verbs: Readonly<Record<string, Verb>>;
}

/** What is not set up by hand, but looked after. */
export interface LookedAfter {
  /** What the output calls the rows. */
  readonly section: string;
  readonly verbs: Readonly<Record<string, Verb>>;
  /** For the help: where more of it is to be seen. */
  readonly elsewhere?: string;
}

/** A verb that lists everything of one account. */
export function listing(summary: string, rows: (ctx: Ctx, accountId: string) => Promise<readonly Row[]>): Verb {
  return { summary, ofAccount: true, onlyReads: true, fields: [], run: rows };
}

export const refusalOf = (field: string, message: string) => new Refusal('invalid_fields', { [field]: [message] });

/** What was found, or the refusal of what was given for it. */
export function known<T>(found: T | undefined, field: string): T {
  if (found === undefined) throw refusalOf(field, 'is not known');
  return found;
}

/** An id may be given in capital letters. */
export const isId = (given: unknown, id: string) => typeof given === 'string' && given.toLowerCase() === id;

export const textIn = (entry: Entry, name: string) => (entry[name] as string | null | undefined) ?? null;

export const isoTime = (date: Date | null) => date?.toISOString().replace(/\.\d+Z$/, 'Z') ?? null;

/** @param named its id or its name; may be left out while there is one account only */
export async function findAccountId(ctx: Ctx, named: string | undefined): Promise<string> {
  const accounts = await listAccounts(ctx);
  const found = accounts.filter(({ id, name }) => named === undefined || isId(named, id) || named === name);
  if (found.length === 1) return found[0]!.id;
  if (accounts.length === 0) throw refusalOf('account', 'does not exist yet: make one with `probity accounts create`');
  if (named === undefined) throw refusalOf('account', `must be given: there are ${accounts.length}`);
  const message = found.length === 0 ? 'does not exist' : 'is the name of several: give the id';
  throw refusalOf('account', `${named} ${message}`);
}
