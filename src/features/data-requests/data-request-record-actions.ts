// Records what somebody asks about their data, or complains about, in the register.
import { type Caller, type Ctx, inTransaction, todayFor } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { demand } from '../access/permissions.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import type { Asker, AskerKind, ComplaintSubject } from './complaint.ts';
import type { RequestKind, RequestWay, recordedProofs } from './data-request.ts';
import { answerBy } from './data-request-rules.ts';
import { addRequest, addStep, mailAsker, type NewStep } from './data-request-step-actions.ts';
import { receivedOnIn, refuseText } from './data-request-text-rules.ts';

const LONGEST_NAME = 200;

function refuseLong(problems: Problems, field: string, text: string): void {
  if (isLongerThan(text, LONGEST_NAME)) problems.add(field, `Write ${LONGEST_NAME} characters or fewer`);
}

function refuseRepresentative(problems: Problems, { name, contact, authority }: Asker): void {
  if (name === '') problems.add('name', 'Write who asks for them');
  if (contact === '') problems.add('contact', 'Write where the answer goes');
  if (authority === undefined) problems.add('authority', 'Choose by which authority they ask');
}

export interface AskedRequest {
  readonly kind: RequestKind;
  readonly way: RequestWay;
  readonly receivedOn: string;
  readonly words: string;
  /** How it is known that they are the person; `asked` if they are asked to show it first. A complaint may come from anybody. */
  readonly identity: keyof typeof recordedProofs | 'asked' | 'not_needed';
  /** Through which check they are found; null of who is no candidate. */
  readonly checkId: string | null;
  /** What a complaint is about. */
  readonly subject?: ComplaintSubject | undefined;
  /** Of who is no candidate: as what they ask, and who they are. Of a candidate, `askedBy` is who asks for them. */
  readonly asker?: AskerKind | undefined;
  readonly askedBy?: Asker | undefined;
}

/**
 * Records what somebody asks; the person and the client are told by mail. Refuses with `invalid_fields`: `received_on` for a
 * wrong day, `words` for a text that is missing or too long, `kind` where the person has an open request of that kind, and
 * `identity` for asking who they are once the answer is late.
 */
export async function recordRequest(ctx: Ctx, caller: Caller, asked: AskedRequest): Promise<string> {
  demand(caller, 'ask_restrictions');
  const { kind, way, words, identity, checkId, subject, asker, askedBy } = asked;
  const today = todayFor(ctx, caller);
  const problems = new Problems();
  const receivedOn = receivedOnIn(problems, asked.receivedOn, today);
  for (const name of ['name', 'contact'] as const) refuseLong(problems, name, askedBy?.[name] ?? '');
  if (checkId !== null && askedBy !== undefined) refuseRepresentative(problems, askedBy);
  refuseText(problems, words, way === 'own_page' ? undefined : 'Write what they ask');
  if (identity === 'asked' && answerBy(receivedOn) < today)
    problems.add('identity', 'The time to answer is over: it is too late to ask who they are');
  problems.refuse('invalid_fields');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    const person = checkId === null ? undefined : await readCheckAndKey(tx, caller, checkId);
    if (person !== undefined && person.key === undefined) throw new Refusal('not_found');
    if (person !== undefined) await holdApplicant(tx, caller, person.check.applicantId);
    const row = await addRequest(tx, caller, person, { kind, way, receivedOn, words, subject, asker, askedBy });
    if (row === undefined) problems.add('kind', 'There is a request of this kind that is not answered yet');
    problems.refuse('invalid_fields');
    const first: NewStep =
      identity === 'asked'
        ? { step: 'identity_asked' }
        : { step: 'identity_confirmed', on: receivedOn, code: identity };

    const told = identity === 'asked' && person !== undefined ? ('mail' as const) : null;
    if (identity !== 'not_needed') await addStep(tx, caller, row!, person?.key, { ...first, told });
    if (person !== undefined) {
      const news = { kind: 'received', dueOn: identity === 'asked' ? null : answerBy(receivedOn) } as const;
      await mailAsker(tx, caller, person, row!, news);
      // The candidate hears that somebody asks for them: the authority may be a false one.
      if (askedBy !== undefined) await mailAsker(tx, caller, person, row!, news, askedBy);
      // That mail acknowledges it.
      if (kind === 'complaint') await addStep(tx, caller, row!, person.key, { step: 'acknowledged', told: 'mail' });
      // It may be somebody else's request: the client hears of it when they have shown who they are. What it passed on it knows.
      if (identity !== 'asked' && way !== 'client') await mailClient(tx, caller, person.check, 'data_requested');
    }
    return row!.id;
  });
}

/** One letter may ask several things: all of them are recorded, or none. As `recordRequest`, for each. Returns their ids. */
export async function recordRequests(
  ctx: Ctx,
  caller: Caller,
  kinds: readonly RequestKind[],
  asked: Omit<AskedRequest, 'kind'>,
): Promise<string[]> {
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    const ids: string[] = [];
    for (const kind of kinds) ids.push(await recordRequest(tx, caller, { ...asked, kind }));
    return ids;
  });
}
