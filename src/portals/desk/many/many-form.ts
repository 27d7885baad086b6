// What is typed on the page of an act, and the act itself.
import type { Ctx } from '../../../context.ts';
import { type Chosen, type DueMove, messageClients, workOnMany } from '../../../features/cases/bulk-actions.ts';
import type { BulkAct } from '../../../features/cases/bulk-rules.ts';
import { spreadReports } from '../../../features/cases/spread-actions.ts';
import { spreadWays } from '../../../features/cases/spread-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { typed, typedAll } from '../../shared/form-fields.ts';
import type { UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import type { QueueQuery } from '../queue/queue-address.ts';
import { typedText } from '../report/order-notes.ts';
import { doneHref } from './many-address.ts';

const MOST_DAYS = 250;
/** Of a choice that means everybody of a team. */
export const teamPrefix = 'team:';

/** As the form shows it. */
export const typedIn = (request: FormRequest) => ({
  ...{ day: typed(request, 'day'), days: typed(request, 'days') },
  ...{ delay_reason: typed(request, 'delay_reason'), delay_words: typed(request, 'delay_words') },
  ...{ past_meant: typed(request, 'past_meant'), moves: typed(request, 'moves') },
  ...{ text: typedText(request.body?.text), people: typedAll(request, 'people') },
  ...{ way: typed(request, 'way'), first: typed(request, 'first') },
  ...{ reason: typed(request, 'reason'), requests_sent: typed(request, 'requests_sent') },
});
export type ManyTyped = ReturnType<typeof typedIn>;

const isCount = (value: string, most: number) => /^\d{1,4}$/.test(value) && Number(value) > 0 && Number(value) <= most;

const refusal = (field: string, message: string) => new Refusal('invalid_fields', { [field]: [message] });

function dueMoveOf({ day, days, delay_reason, delay_words, past_meant }: ManyTyped): DueMove {
  if ((day === '') === (days === '')) throw refusal('days', 'Enter by how many working days, or the day');
  if (days !== '' && !isCount(days, MOST_DAYS)) throw refusal('days', `Enter 1 to ${MOST_DAYS} working days`);
  return {
    target: days === '' ? { day } : { workingDays: Number(days) },
    delay: { reason: delay_reason, words: delay_words },
    isPastMeant: past_meant === '1',
  };
}

/** The features name what is wrong by their own fields. */
const inputs: Readonly<Record<string, string>> = { due_on: 'day', note: 'text', comment: 'text' };

const byInput = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [inputs[field] ?? field, messages]));

async function did(ctx: Ctx, user: UserOf<'desk'>, query: QueueQuery, act: BulkAct, chosen: Chosen, given: ManyTyped) {
  const { text, moves, people, first } = given;
  if (act === 'assign') {
    const { reportIds } = chosen;
    if (first !== '' && !isCount(first, reportIds.length))
      throw refusal('first', `Enter a number from 1 to ${reportIds.length}`);
    const way = spreadWays.find((one) => one === given.way);
    const teamIds = people.flatMap((one) => (one.startsWith(teamPrefix) ? [one.slice(teamPrefix.length)] : []));
    if (way === undefined && (people.length > 1 || teamIds.length > 0))
      throw refusal('way', 'Choose how they are spread');
    return spreadReports(ctx, user, query.environment, {
      reportIds: first === '' ? reportIds : reportIds.slice(0, Number(first)),
      peopleIds: people.filter((one) => !one.startsWith(teamPrefix)),
      ...{ teamIds: teamIds.filter(isUuid), way: way ?? 'evenly' },
    });
  }
  if (act !== 'message')
    return workOnMany(ctx, user, act, chosen, {
      ...{
        text,
        pause: { reason: given.delay_reason, until: given.day },
        due: act === 'due' ? dueMoveOf(given) : undefined,
      },
      unable: { reason: given.reason, requestsSent: given.requests_sent },
    });
  const said = await messageClients(ctx, user, chosen, { text, due: moves === '1' ? dueMoveOf(given) : undefined });
  // Where a comment could not be written, its due date stays too, and is not named twice.
  return { ...said, left: [...said.left, ...(said.moved?.left ?? [])], moved: said.moved?.done };
}

/** Returns where what was done is said, or what is wrong with what was typed. */
export async function doMany(
  ctx: Ctx,
  user: UserOf<'desk'>,
  query: QueueQuery,
  act: BulkAct,
  chosen: Chosen,
  given: ManyTyped,
): Promise<{ readonly href: string } | { readonly errors: FieldMessages }> {
  try {
    const { mails, moved, ...done } = {
      mails: undefined,
      moved: undefined,
      ...(await did(ctx, user, query, act, chosen, given)),
    };
    return {
      href: doneHref(query, act, {
        ...done,
        ...(mails !== undefined && { mails }),
        ...(moved !== undefined && { moved }),
      }),
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    return { errors: byInput(error.fields) };
  }
}
