// The page on which a screener logs a call to a referee that led to no answers. Nobody is written to.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { logAttempt, readAttempts } from '../../../features/references/attempt-actions.ts';
import { attemptOutcomes, type TypedAttempt } from '../../../features/references/attempt-rules.ts';
import { nextReferenceState } from '../../../features/references/reference-states.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { directoryMatches } from '../directory/directory-matches.ts';
import {
  type OpenedReference,
  openReferencePage,
  pageOf,
  type ReferenceRequestOf,
  referencePath,
} from './reference-request.ts';

const path = `${referencePath}/attempts`;

/** Of the referee, of calls before, and of the directory; each once. */
async function knownNumbers(ctx: Ctx, user: UserOf<'desk'>, { opened, reference }: OpenedReference): Promise<string[]> {
  const { claim, referee } = reference.request;
  const { matches } = await directoryMatches(ctx, user, claim, referee);
  const attempts = await readAttempts(ctx, opened.caller, reference);
  const numbers = [referee, ...matches].map(({ telephone }) => telephone);
  return [...new Set([...numbers, ...attempts.map(({ number }) => number)])].filter((number) => number !== '');
}

async function show(
  ctx: Ctx,
  request: ReferenceRequestOf,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  found: OpenedReference,
  sent?: { readonly typed: TypedAttempt; readonly errors: FieldMessages },
) {
  const known = await knownNumbers(ctx, user, found);
  const typed = sent?.typed ?? { number: known[0] ?? '', cameOf: '', nextOn: '', note: '' };
  return renderPage(request, reply, 'desk/references/attempt.njk', {
    title: 'Log an attempt',
    environment: found.opened.check.tenant.environment,
    errors: sent?.errors,
    backHref: pageOf(found),
    action: `${pageOf(found)}/attempts`,
    referee: found.reference.request.referee,
    known,
    typed,
    outcomes: Object.entries(attemptOutcomes).map(([value, text]) => ({
      value,
      text,
      checked: value === typed.cameOf,
    })),
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n') : '');

export function attemptPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    if (nextReferenceState(found.reference.status, 'answer') === undefined) throw new Refusal('state_does_not_allow');
    return show(ctx, request, reply, user, found);
  });

  pages.post(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    const body = request.body ?? {};
    const typed: TypedAttempt = {
      ...{ number: text(body.tried_number), cameOf: text(body.came_of) },
      ...{ nextOn: text(body.next_try), note: text(body.attempt_note) },
    };
    try {
      await logAttempt(ctx, found.opened.caller, found.reference.id, typed);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, found, { typed, errors: error.fields });
    }
    return reply.redirect(`${pageOf(found)}?done=called`, 303);
  });
}
