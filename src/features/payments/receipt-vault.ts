// Seals what the reference of a payment says with the key of its account: a bank may name who paid there.
import type { Ctx } from '../../context.ts';
import { sealedId } from '../../platform/encryption/account-key.ts';

const purpose = 'receipts.reference';

type Place = readonly [accountId: string, receiptId: string];

export async function sealReference(ctx: Pick<Ctx, 'keys'>, [accountId, id]: Place, text: string): Promise<Buffer> {
  return (await ctx.keys.forAccount(accountId)).seal(purpose, sealedId('live', id), text);
}

export async function openReference(ctx: Pick<Ctx, 'keys'>, [accountId, id]: Place, sealed: Buffer): Promise<string> {
  return (await ctx.keys.forAccount(accountId)).open(purpose, sealedId('live', id), sealed).toString('utf8');
}
