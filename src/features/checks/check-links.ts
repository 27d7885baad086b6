// Makes and reads the links of a check.
import type { Ctx, Tenant } from '../../context.ts';
import { type LinkPurpose, readToken, tokenOf } from '../mailed-links/link-tokens.ts';

/** A link to the candidate's form or to the results. */
type CheckLinkPurpose = Extract<LinkPurpose, 'form' | 'results'>;

export interface CheckLink extends Tenant {
  readonly checkId: string;
  /** Raised when the candidate opens a fresh link, which replaces the earlier one; 0 by default. */
  readonly generation?: number;
}

export const linkToken = (ctx: Ctx, purpose: CheckLinkPurpose, { checkId, ...link }: CheckLink): Promise<string> =>
  tokenOf(ctx, purpose, { ...link, subjectId: checkId });

/** The check of a token. Refuses a token without a valid authentication tag. */
export async function readLinkToken(ctx: Ctx, purpose: CheckLinkPurpose, token: string): Promise<CheckLink> {
  const { subjectId, ...link } = await readToken(ctx, purpose, token);
  return { ...link, checkId: subjectId };
}

export async function formUri(ctx: Ctx, link: CheckLink): Promise<string> {
  return `${ctx.settings.candidateUrl}/form/${await linkToken(ctx, 'form', link)}`;
}

/** Append `.pdf` to get the file (interface §Check). */
export async function downloadUri(ctx: Ctx, link: CheckLink): Promise<string> {
  return `${ctx.settings.baseUrl}/results/${await linkToken(ctx, 'results', link)}`;
}

/** The results page in the portal, which requires a sign-in. */
export function resultsUri(ctx: Ctx, checkId: string): string {
  return `${ctx.settings.clientUrl}/portal/checks/${checkId}`;
}
