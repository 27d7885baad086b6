// Makes and reads the links of a check: permanent, unguessable, and not stored.
import type { Ctx, Environment, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';

/** A link to the candidate's form or to the results. */
export type LinkPurpose = 'form' | 'results';

export interface CheckLink extends Tenant {
  readonly checkId: string;
  /** Raised when the candidate opens a fresh link, which replaces the earlier one; 0 by default. */
  readonly generation?: number;
}

const environments: readonly Environment[] = ['live', 'test'];
const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** 1 byte environment and generation, 16 account, 16 check, 32 authentication tag by the account's key. */
const LENGTH = 65;
const GENERATIONS = 128;
const marked = (bytes: Buffer) => bytes.subarray(0, 33);

/** The token of a link, 87 characters, authenticated with the account's key. */
export async function linkToken(ctx: Ctx, purpose: LinkPurpose, link: CheckLink): Promise<string> {
  const account = await ctx.keys.forAccount(link.accountId);
  const named = Buffer.concat([
    Buffer.from([environments.indexOf(link.environment) + 2 * ((link.generation ?? 0) % GENERATIONS)]),
    uuidBytes(link.accountId),
    uuidBytes(link.checkId),
  ]);
  const mark = account.mac(`link.${purpose}`, named.toString('hex'));
  return Buffer.concat([named, mark]).toString('base64url');
}

/** The check of a token. Refuses a token without a valid authentication tag. */
export async function readLinkToken(ctx: Ctx, purpose: LinkPurpose, token: string): Promise<CheckLink> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== LENGTH) throw new Refusal('not_found');
  const [first = 0] = bytes;
  const environment = environments[first % 2]!;
  const link = {
    environment,
    accountId: uuidText(bytes.subarray(1, 17)),
    checkId: uuidText(bytes.subarray(17, 33)),
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

export async function formUri(ctx: Ctx, link: CheckLink): Promise<string> {
  return `${ctx.settings.baseUrl}/form/${await linkToken(ctx, 'form', link)}`;
}

/** Append `.pdf` to get the file (interface §Check). */
export async function downloadUri(ctx: Ctx, link: CheckLink): Promise<string> {
  return `${ctx.settings.baseUrl}/results/${await linkToken(ctx, 'results', link)}`;
}

/** The results page in the portal, which requires a sign-in. */
export function resultsUri(ctx: Ctx, checkId: string): string {
  return `${ctx.settings.baseUrl}/portal/checks/${checkId}`;
}
