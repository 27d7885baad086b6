// Keeps what somebody types in a form until they send or discard it, so that nothing typed is lost.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { isUnreadable } from '../../platform/encryption/sealed-value.ts';
import { type DraftKey, deleteDraft, deleteDraftsSavedBefore, findDrafts, upsertDraft } from './draft-store.ts';

export type { DraftKey } from './draft-store.ts';

/** By the name of a field: its values, none where every box is unticked. */
export type TypedFields = Readonly<Record<string, readonly string[]>>;

/**
 * Which draft, and the key of the applicant whom its page is about: undefined where it is about none. The draft is
 * unreadable as soon as the applicant is erased.
 */
export interface DraftPlace extends DraftKey {
  readonly applicantKey: DataKey | undefined;
}

export interface Draft {
  readonly form: string;
  readonly fields: TypedFields;
  /** By the real clock. */
  readonly savedAt: Date;
}

/** Of all fields together; more than the largest form has. */
const LONGEST = 500_000;
const KEPT_MS = 30 * 24 * 3_600_000;

/** Fields whose text is a secret wherever it stands. */
const secretFields: readonly string[] = [
  ...['password', 'password_again', 'confirm_password', 'code', 'confirm_code', 'secret', 'token'],
  ...['form_token', 'form_reader'],
];

const placeOf = ({ author, form }: DraftKey) => `drafts.fields ${author} ${form}`;

function seal({ keys }: Ctx, place: DraftPlace, fields: TypedFields): Buffer {
  if (place.applicantKey !== undefined) return place.applicantKey.seal(placeOf(place), fields);
  return Buffer.from(keys.operator.seal([placeOf(place)], JSON.stringify(fields)));
}

function open({ keys }: Ctx, place: DraftPlace, sealed: Buffer): TypedFields | undefined {
  try {
    if (place.applicantKey !== undefined) return place.applicantKey.open<TypedFields>(placeOf(place), sealed);
    return JSON.parse(keys.operator.open([placeOf(place)], sealed.toString())) as TypedFields;
  } catch (error) {
    // The key has ended since: with the applicant, or with a master key.
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Replaces the earlier draft; without a field it ends. Refuses with `too_large`. */
export async function saveDraft(ctx: Ctx, place: DraftPlace, typed: TypedFields): Promise<Date> {
  const fields = Object.fromEntries(Object.entries(typed).filter(([name]) => !secretFields.includes(name)));
  if (JSON.stringify(fields).length > LONGEST) throw new Refusal('too_large');
  const savedAt = ctx.now();
  if (Object.keys(fields).length === 0) await deleteDraft(ctx.db, place);
  else await upsertDraft(ctx.db, { ...place, sealedFields: seal(ctx, place, fields), savedAt });
  return savedAt;
}

const isRefused = Symbol('refused');

function refused(error: unknown): typeof isRefused {
  if (error instanceof Refusal) return isRefused;
  throw error;
}

/**
 * Those of the forms that have one. @param keyOf the applicant's key for a form; a form that it refuses, because the
 * author may not open it any more, has no draft
 */
export async function readDrafts(
  ctx: Ctx,
  author: string,
  forms: readonly string[],
  keyOf: (form: string) => Promise<DataKey | undefined>,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const { form, sealed_fields, saved_at } of await findDrafts(ctx.db, author, forms)) {
    const key = await keyOf(form).catch(refused);
    const fields = key === isRefused ? undefined : open(ctx, { author, form, applicantKey: key }, sealed_fields);
    if (fields !== undefined) drafts.push({ form, fields, savedAt: saved_at });
  }
  return drafts;
}

export async function readDraft(ctx: Ctx, place: DraftPlace): Promise<Draft | undefined> {
  return (await readDrafts(ctx, place.author, [place.form], async () => place.applicantKey))[0];
}

/** For what was sent, or is not wanted any more. */
export const discardDraft = (ctx: Pick<Ctx, 'db'>, key: DraftKey): Promise<void> => deleteDraft(ctx.db, key);

/** For the pruning job. Returns how many. */
export const pruneDrafts = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  deleteDraftsSavedBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_MS));
