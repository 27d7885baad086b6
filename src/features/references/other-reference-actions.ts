// A referee of several references goes from one to the others: whoever has entered the code of one has proved the mailbox of all
// that were asked of the same address.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { demand } from '../access/permissions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { emailTerms } from '../applicants/search-key-rules.ts';
import { openBesides } from '../mailed-links/access-actions.ts';
import { tokenOf } from '../mailed-links/link-tokens.ts';
import { isAsked, type OpenReference, openReferenceLink, referenceLink } from './reference-answer-actions.ts';
import { candidateName } from './reference-move-actions.ts';
import { findMailedTo, findWaitingReferences } from './reference-store.ts';
import { keyOfRow, openRequest } from './reference-vault.ts';

/** The others are shown once some of these are given. */
const MOST_SHOWN = 50;

const addressOf = (text: string) => text.trim().toLowerCase();

export interface OtherReference {
  readonly id: string;
  readonly orderId: number;
  readonly candidateName: string;
  readonly generation: number;
}

/** Those that wait for the address, as the newest link of each opens them. */
async function openOthers(
  ctx: Ctx,
  caller: Caller,
  address: string,
  ids: readonly string[],
): Promise<OtherReference[]> {
  const others: OtherReference[] = [];
  for (const row of await findWaitingReferences(ctx.db, caller, ids)) {
    if (!isAsked(row)) continue;
    const key = await keyOfRow(ctx, caller, row);
    if (addressOf(openRequest(key, row).referee.email) !== address) continue;
    const { id, order_id: orderId, link_generation: generation } = row;
    others.push({ id, orderId, candidateName: candidateName(key, row), generation });
  }
  return others;
}

/** Those of the same client that wait for the same address. */
export async function listOtherReferences(ctx: Ctx, form: OpenReference): Promise<OtherReference[]> {
  const { caller, reference } = form;
  demand(caller, 'give_references');
  const address = addressOf(reference.request.referee.email);
  if (address === '' || reference.mailedAt === null) return [];
  const { accountId, environment } = caller;
  const account = await ctx.keys.forAccount(accountId);
  const [key = ''] = searchKeys(account, { accountId, environment }, emailTerms(address));
  const mailed = await findMailedTo(ctx.db, [{ accountId, environment, key }]);
  const ids = mailed.map(({ id }) => id).filter((id) => id !== form.id);
  return (await openOthers(ctx, caller, address, ids)).slice(0, MOST_SHOWN);
}

/**
 * Opens another that waits for the same address on this device, as long as the code of the first would: the token of its link,
 * and the device's session. Refuses with `not_found` any other.
 */
export async function goToOther(
  ctx: Ctx,
  form: OpenReference,
  sessionToken: string,
  id: string,
): Promise<{ readonly token: string; readonly sessionToken: string }> {
  demand(form.caller, 'give_references');
  const address = addressOf(form.reference.request.referee.email);
  const isOne = isUuid(id) && id !== form.id && address !== '' && form.reference.mailedAt !== null;
  const [other] = isOne ? await openOthers(ctx, form.caller, address, [id]) : [];
  if (other === undefined) throw new Refusal('not_found');
  const { accountId, environment } = form.caller;
  const link = { accountId, environment, subjectId: id, generation: other.generation };
  const token = await tokenOf(ctx, 'reference', link);
  const { front } = await openReferenceLink(ctx, token, undefined);
  const proof = { subjectId: form.id, sessionToken };
  return { token, sessionToken: await openBesides(ctx, referenceLink(front), proof) };
}
