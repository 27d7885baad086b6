// Keeps what somebody types in a form until they send or discard it, so that nothing typed is lost.
import type { Actor, Ctx, Tenant } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { isUnreadable } from '../../platform/encryption/sealed-value.ts';
import {
  type ApplicantKey,
  type DraftKey,
  deleteDraft,
  deleteDraftsAbout,
  deleteDraftsBy,
  deleteOldDrafts,
  endDraft,
  findDrafts,
  upsertDraft,
} from './draft-store.ts';

export type { DraftKey } from './draft-store.ts';

/** By the name of a field: its values, none where every box is unticked. */
export type TypedFields = Readonly<Record<string, readonly string[]>>;

/** Whom the page of a form is about, with the key that encrypts its draft: the draft ends with their erasure. */
export interface DraftSubject extends ApplicantKey {
  readonly key: DataKey;
}

/** Which draft, and whom its page is about: undefined where it is about nobody. */
export interface DraftPlace extends DraftKey {
  readonly about: DraftSubject | undefined;
}

export interface DraftToSave extends DraftPlace {
  /** When its page was opened, by the real clock; undefined for what is sent with the page's own request. */
  readonly openedAt?: Date | undefined;
}

export interface Draft {
  readonly form: string;
  readonly fields: TypedFields;
  /** By the real clock. */
  readonly savedAt: Date;
}

/** Of all fields together; more than the largest form has. */
const LONGEST_BYTES = 500_000;
/** Of one author; the holder of a link has few forms. */
const rooms = {
  user: { drafts: 100, bytes: 20_000_000 },
  link: { drafts: 100, bytes: 2_000_000 },
} as const;
const DAY_MS = 24 * 3_600_000;
/** Of a draft about an order, and about anything else. */
export const keptDays = { ofCase: 30, ofOther: 7 } as const;

/** Fields whose text is a secret wherever it stands. */
const secretFields: readonly string[] = [
  ...['password', 'password_again', 'confirm_password', 'code', 'confirm_code', 'secret', 'token'],
  ...['form_token', 'form_reader'],
];

const placeOf = ({ author, form }: DraftKey) => `drafts.fields ${author} ${form}`;

function seal({ keys }: Ctx, place: DraftPlace, fields: TypedFields): Buffer {
  if (place.about !== undefined) return place.about.key.seal(placeOf(place), fields);
  return Buffer.from(keys.operator.seal([placeOf(place)], JSON.stringify(fields)));
}

function open({ keys }: Ctx, place: DraftPlace, sealed: Buffer): TypedFields | undefined {
  try {
    if (place.about !== undefined) return place.about.key.open<TypedFields>(placeOf(place), sealed);
    return JSON.parse(keys.operator.open([placeOf(place)], sealed.toString())) as TypedFields;
  } catch (error) {
    // The key has ended since: with the applicant, or with a master key.
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/**
 * Replaces the earlier draft; without a field there is none. Refuses with `too_large`, and with `state_does_not_allow`
 * after the form was sent or discarded from another window.
 */
export async function saveDraft(ctx: Ctx, place: DraftToSave, typed: TypedFields): Promise<Date> {
  const fields = Object.fromEntries(Object.entries(typed).filter(([name]) => !secretFields.includes(name)));
  if (Buffer.byteLength(JSON.stringify(fields)) > LONGEST_BYTES) throw new Refusal('too_large');
  const savedAt = ctx.now();
  if (Object.keys(fields).length === 0) await deleteDraft(ctx.db, place);
  else {
    const room = place.author.startsWith('user:') ? rooms.user : rooms.link;
    const draft = { openedAt: undefined, ...place, sealedFields: seal(ctx, place, fields), savedAt };
    if (!(await upsertDraft(ctx.db, draft, room))) throw stateRefusal('ended');
  }
  return savedAt;
}

const isRefused = Symbol('refused');

function refused(error: unknown): typeof isRefused {
  if (error instanceof Refusal) return isRefused;
  throw error;
}

/**
 * Those of the forms that have one. @param subjectOf whom a form is about; a form that it refuses, because the
 * author may not open it any more, has no draft
 */
export async function readDrafts(
  ctx: Ctx,
  author: string,
  forms: readonly string[],
  subjectOf: (form: string) => Promise<DraftSubject | undefined>,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const { form, sealed_fields, saved_at } of await findDrafts(ctx.db, author, forms)) {
    const about = await subjectOf(form).catch(refused);
    const fields = about === isRefused ? undefined : open(ctx, { author, form, about }, sealed_fields);
    if (fields !== undefined) drafts.push({ form, fields, savedAt: saved_at });
  }
  return drafts;
}

export async function readDraft(ctx: Ctx, place: DraftPlace): Promise<Draft | undefined> {
  return (await readDrafts(ctx, place.author, [place.form], async () => place.about))[0];
}

/** For what was sent, or is not wanted any more. */
export const discardDraft = (ctx: Pick<Ctx, 'db' | 'now'>, key: DraftKey): Promise<void> =>
  endDraft(ctx.db, key, ctx.now());

/** For the pruning job. Returns how many. */
export function pruneDrafts(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
  return deleteOldDrafts(ctx.db, { ofCase: before(keptDays.ofCase), ofOther: before(keptDays.ofOther) });
}

/** When the user is disabled. */
export const forgetDraftsOfUser = (ctx: Pick<Ctx, 'db'>, userId: string): Promise<void> =>
  deleteDraftsBy(ctx.db, `user:${userId}`);

/** When another referee is asked. */
export const forgetDraftsOfReferee = (
  ctx: Pick<Ctx, 'db'>,
  referee: Extract<Actor, `referee:${string}`>,
): Promise<void> => deleteDraftsBy(ctx.db, referee);

/** When the applicant is erased. */
export const forgetDraftsAbout = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, applicantId: string): Promise<void> =>
  deleteDraftsAbout(ctx.db, tenant, applicantId);
