// Begins to fill in a candidate's form with them: who calls is identified and noted, then a code opens the candidate's own form.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { knownProofs, PROOFS_NEEDED } from '../../../features/candidate-form/taking-rules.ts';
import { type OpenedOrder, openAwaited } from '../../../features/cases/screening-actions.ts';
import { beginTaking, takesAnswers } from '../../../features/cases/taking-actions.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal, stateRefusal } from '../../../lib/refusal.ts';
import { type CallerProof, callerProofs } from '../../../messages/en-taken.ts';
import { addressLines } from '../../shared/fact-fields/address-lines.ts';
import { typedAll } from '../../shared/form-fields.ts';
import { openText, sealText } from '../../shared/form-tokens.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const permission = 'take_answers' as const;
const path = '/desk/reports/:reportId/form/answers';
const formPage = (reportId: string) => `/desk/reports/${reportId.toLowerCase()}/form`;

/** For the page of an order; undefined unless the user may take answers, and some are asked. */
export const takingHref = (user: UserOf<'desk'>, { check }: Pick<OpenedOrder, 'check'>, reportId: string) =>
  mayDo(user, permission) && takesAnswers(check) ? `${formPage(reportId)}/answers` : undefined;

type TakeRequest = FormRequest & FastifyRequest<{ Params: { reportId: string } }>;

function rightAnswer({ check, accountName }: OpenedOrder, proof: CallerProof): string {
  const { facts } = check.order;
  switch (proof) {
    case 'dob':
      return britishDate(givenDob(facts.dob));
    case 'address':
      return addressLines(facts.addresses[0]!).join(', ');
    case 'account':
      return accountName;
    case 'called_back':
      return facts.mobile || facts.telephone || '';
    default:
      return facts[proof] ?? '';
  }
}

interface ShownCode {
  readonly code: string;
  readonly until: string;
  readonly uri: string;
  readonly isPaper: boolean;
}

/** From the address, as it was encrypted there for this browser. */
function shownCodeIn(request: TakeRequest): ShownCode | undefined {
  const { shown } = request.query as Readonly<Record<string, unknown>>;
  const text = typeof shown === 'string' ? openText(request, shown) : undefined;
  return text === undefined ? undefined : (JSON.parse(text) as ShownCode);
}

export function takeAnswersPage(pages: Pages<'desk'>, ctx: Ctx): void {
  async function open(request: TakeRequest, user: UserOf<'desk'>): Promise<OpenedOrder> {
    const opened = await openAwaited(ctx, user, request.params.reportId);
    if (!takesAnswers(opened.check)) throw stateRefusal(opened.check.status);
    return opened;
  }

  function modelOf(request: TakeRequest, opened: OpenedOrder, title: string) {
    const { check, accountName } = opened;
    const { facts } = check.order;
    return {
      title,
      environment: check.tenant.environment,
      back: { text: `Order VF${check.orderId}`, href: formPage(request.params.reportId) },
      ...{ orderId: check.orderId, accountName, candidateName: fullName(facts.first_name, facts.last_name) },
    };
  }

  function show(request: TakeRequest, reply: FastifyReply, opened: OpenedOrder, errors?: FieldMessages) {
    const ticked = typedAll(request, 'proofs');
    return renderPage(request, reply, 'desk/deadlines/take-answers.njk', {
      ...modelOf(request, opened, 'Take the candidate’s answers'),
      action: `${formPage(request.params.reportId)}/answers`,
      needed: PROOFS_NEEDED,
      proofs: knownProofs(opened.check.order.facts).map((proof) => ({
        value: proof,
        text: callerProofs[proof],
        hint: { text: rightAnswer(opened, proof) },
        checked: ticked.includes(proof),
      })),
      typed: { from: request.body?.from ?? '', words: request.body?.words ?? '' },
      errors,
    });
  }

  pages.get(path, { permission }, async (request: TakeRequest, reply, user) => {
    return show(request, reply, await open(request, user));
  });

  pages.get(`${path}/code`, { permission }, async (request: TakeRequest, reply, user) => {
    const opened = await open(request, user);
    const shown = shownCodeIn(request);
    // Somebody else's address, or the code is over: a new one is made on the page before.
    if (shown === undefined || new Date(shown.until) <= ctx.now())
      return reply.redirect(`${formPage(request.params.reportId)}/answers`, 303);
    return renderPage(request, reply, 'desk/deadlines/taking-code.njk', {
      ...modelOf(request, opened, 'Open the candidate’s form'),
      ...{ code: shown.code, until: new Date(shown.until), formHref: `${shown.uri}/code?desk`, isPaper: shown.isPaper },
    });
  });

  pages.post(path, { permission }, async (request: TakeRequest, reply, user) => {
    const opened = await open(request, user);
    const { from, words } = request.body ?? {};
    try {
      const taking = { from, proofs: typedAll(request, 'proofs'), words: String(words ?? '').trim() };
      const { code, minutes, uri } = await beginTaking(ctx, user, request.params.reportId, taking);
      const until = new Date(ctx.now().getTime() + minutes * 60_000).toISOString();
      const shown: ShownCode = { code, until, uri, isPaper: from === 'paper' };
      // A page of its own, so that loading it again makes no other code. Its address can be read in this browser alone.
      const sealed = sealText(request, reply, JSON.stringify(shown));
      return reply.redirect(`${formPage(request.params.reportId)}/answers/code?shown=${sealed}`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), opened, error.fields);
    }
  });
}
