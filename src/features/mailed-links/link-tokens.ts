// Makes and reads the tokens of links: permanent, unguessable, authenticated with the account's key, and not stored.
import type { Ctx, Environment, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';

/** What a link opens: a candidate's form, the results of a check, a referee's reference, a page that takes candidates' names. */
export type LinkPurpose = 'form' | 'results' | 'reference' | 'order';

export interface Link extends Tenant {
  /** The check, the reference or the order link. */
  readonly subjectId: string;
  /** Raised when somebody opens a fresh link, which replaces the earlier one; 0 by default. */
  readonly generation?: number;
}

const environments: readonly Environment[] = ['live', 'test'];
const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** 1 byte environment and generation, 16 account, 16 subject, 32 authentication tag by the account's key. */
const LENGTH = 65;
const GENERATIONS = 128;
const marked = (bytes: Buffer) => bytes.subarray(0, 33);

/** The token of a link, 87 characters. */
export async function tokenOf(ctx: Ctx, purpose: LinkPurpose, link: Link): Promise<string> {
  const account = await ctx.keys.forAccount(link.accountId);
  const named = Buffer.concat([
    Buffer.from([environments.indexOf(link.environment) + 2 * ((link.generation ?? 0) % GENERATIONS)]),
    uuidBytes(link.accountId),
    uuidBytes(link.subjectId),
  ]);
  const mark = account.mac(`link.${purpose}`, named.toString('hex'));
  return Buffer.concat([named, mark]).toString('base64url');
}

/** The link of a token. Refuses a token without a valid authentication tag. */
export async function readToken(
  ctx: Ctx,
  purpose: LinkPurpose,
  token: string,
): Promise<Required<Omit<Link, 'subsidiaryIds'>>> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== LENGTH) throw new Refusal('not_found');
  const [first = 0] = bytes;
  const link = {
    environment: environments[first % 2]!,
    accountId: uuidText(bytes.subarray(1, 17)),
    subjectId: uuidText(bytes.subarray(17, 33)),
    generation: first >> 1,
  };
  const account = await ctx.keys.forAccount(link.accountId).catch(() => {
    throw new Refusal('not_found');
  });
  if (!account.verifyMac(`link.${purpose}`, marked(bytes).toString('hex'), bytes.subarray(33))) {
    throw new Refusal('not_found');
  }
  return link;
}
