// The letters to a candidate who has no page of their own, because the client gave their answers: what the client asks before
// it decides and what it decided, as PDFs, the day on which each was handed over, and what the candidate answered.

import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { formatLongDate, type IsoDate, parseDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { HearingProblem } from '../../messages/en-hearings.ts';
import { demand } from '../access/permissions.ts';
import { renderClientLetter } from '../accounts/client-letter-document.ts';
import type { Check } from '../checks/check.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { readDecisions } from './client-decision-actions.ts';
import { findHandedOver, HANDED_OVER, type LetterKind } from './handed-over-queries.ts';
import { readHearings } from './hearing-actions.ts';

interface Letter {
  readonly kind: LetterKind;
  readonly words: string;
  readonly writtenAt: Date;
  /** The last day for the answer; undefined for a decision. */
  readonly answerBy: IsoDate | undefined;
  /** Undefined where nobody said. */
  readonly handedOverOn: IsoDate | undefined;
}

/** The newest of each kind; none of somebody who reads such words on their own page. */
export async function readLetters(ctx: Ctx, caller: Caller, check: Check): Promise<Letter[]> {
  demand(caller, 'read_results');
  if (check.type === 'standard') return [];
  const [[hearing], decisions, handedOn] = await Promise.all([
    readHearings(ctx, caller, check),
    readDecisions(ctx, caller, check),
    findHandedOver(ctx.db, check.tenant, check.id),
  ]);
  const told = decisions[0]?.told ? decisions[0] : undefined;
  const found: readonly (Omit<Letter, 'handedOverOn'> | undefined)[] = [
    hearing && { kind: 'hearing', words: hearing.words, writtenAt: hearing.askedAt, answerBy: hearing.answerBy },
    told && { kind: 'decision', words: told.told, writtenAt: told.decidedAt, answerBy: undefined },
  ];
  return found.flatMap((one) =>
    one === undefined ? [] : [{ ...one, handedOverOn: handedOn(one.kind, one.writtenAt) }],
  );
}

async function letterOf(ctx: Ctx, caller: Caller, check: Check, kind: LetterKind): Promise<Letter> {
  const letter = (await readLetters(ctx, caller, check)).find((one) => one.kind === kind);
  if (letter === undefined) throw new Refusal('not_found');
  return letter;
}

/** Refuses with `not_found` a letter that nobody wrote. */
export async function renderLetter(ctx: Ctx, caller: Caller, check: Check, kind: LetterKind): Promise<Buffer> {
  const letter = await letterOf(ctx, caller, check, kind);
  const { facts } = check.order;
  const name = fullName(facts.first_name, facts.last_name);
  const asks =
    letter.answerBy === undefined
      ? []
      : [`Please answer by ${formatLongDate(letter.answerBy)}, in writing or by telephone.`];
  return renderClientLetter(ctx, caller.accountId, {
    title: kind === 'hearing' ? 'Before we decide: your background check' : 'Our decision after your background check',
    mark: `VF${check.orderId}`,
    to: name,
    on: ukDateOf(letter.writtenAt),
    paragraphs: [`Dear ${name},`, ...letter.words.split(/\n{2,}/), ...asks],
  });
}

/** Refuses with `invalid_fields` (`on`, as a code) a day before the letter or to come, and with `not_found` one nobody wrote. */
export async function recordHandedOver(
  ctx: Ctx,
  caller: Caller,
  check: Check,
  { kind, on }: { readonly kind: LetterKind; readonly on: string },
): Promise<void> {
  demand(caller, 'decide_on_candidates');
  const letter = await letterOf(ctx, caller, check, kind);
  const day = parseDate(on);
  if (day !== on || day > todayFor(ctx, caller) || day < ukDateOf(letter.writtenAt))
    throw new Refusal('invalid_fields', { on: ['not_a_day_of_letter' satisfies HearingProblem] });
  await withLockedCheck(ctx, caller, check.id, async (tx, { check: now }) => {
    if (now.type === 'standard') throw stateRefusal(now.status);
    const event = eventAbout(now, HANDED_OVER, now.status);
    await storeEvents(tx, caller, [{ ...event, detail: { letter: kind, on } }]);
  });
}
