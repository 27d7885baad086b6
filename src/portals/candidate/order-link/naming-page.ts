// The page of an order link: a candidate gives their name, so that the client can order a check. Anybody may open it, so it says
// nothing of anybody.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readEndedSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { readOrderStopsOf } from '../../../features/checks/stopped-order-actions.ts';
import { areOrdersStopped } from '../../../features/checks/stopped-order-rules.ts';
import {
  countTry,
  giveName,
  type OrderLinkFront,
  openNamingLink,
} from '../../../features/order-links/naming-actions.ts';
import { OrderBody } from '../../../features/orders/order-body.ts';
import { readOrder, readOrderable } from '../../../features/orders/order-body-actions.ts';
import { toldToCandidate } from '../../../features/report-types/report-type-rules.ts';
import { readingOf } from '../../../features/request-bodies/body-reader.ts';
import { suggestedEmail } from '../../../lib/email-suggestions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { problemSentence } from '../../../messages/en-problems.ts';
import { say, sayFields, sayText } from '../../../messages/say.ts';
import { addLogFields } from '../../../platform/http/request-record.ts';
import { aboutLinkPages } from '../../shared/about/about-pages.ts';
import { type FormWords, messagesOf } from '../../shared/field-words.ts';
import { brandPages } from '../../shared/mailed-links/brand-pages.ts';
import { chosenLanguage, languageOf, nameLanguages } from '../../shared/mailed-links/languages.ts';
import { type LinkRequest, linkModel, linkPages, nameLinkAccount } from '../../shared/mailed-links/link-request.ts';
import {
  bornOn,
  chosenIn,
  orderBodyOf,
  readTypedOrder,
  type TypedOrder,
  typedText,
} from '../../shared/orders/order-form.ts';
import { renderPage } from '../../shared/page-renderer.ts';

const PREFIX = '/start';

/** The rules are those of the order; here the candidate is spoken to. */
const words: FormWords = {
  'Candidate.CurrentName.FirstName': {
    ...{ input: 'first_name', begins: 'Your first name', empty: 'Enter your first name' },
  },
  'Candidate.CurrentName.LastName': {
    ...{ input: 'last_name', begins: 'Your last name', empty: 'Enter your last name' },
  },
  'Candidate.PersonalInfo.DateOfBirth': {
    ...{ input: 'dob-day', begins: 'Your date of birth', empty: 'Enter your date of birth' },
    instead: { [problemSentence('not_a_date')]: 'Your date of birth must be a real date' },
  },
  'Candidate.PersonalInfo.CandidateEmail': {
    ...{ input: 'email', begins: 'Your email address', empty: 'Enter your email address' },
  },
};

async function openFront(ctx: Ctx, request: LinkRequest): Promise<OrderLinkFront> {
  const front = await openNamingLink(ctx, request.params.token);
  const { accountId, environment } = front.caller;
  nameLinkAccount(request, accountId);
  if (front.offersWelsh) nameLanguages(request, { spoken: chosenLanguage(request) ?? 'en', base: baseOf(request) });
  addLogFields(request, { accountId, environment, resourceId: front.link.id });
  return front;
}

const baseOf = ({ params }: LinkRequest) => `${PREFIX}/${params.token}`;

/** Nobody knows yet who reads it, so that an address alone can say in which language. */
const addressOf = (request: LinkRequest, page = ''): string =>
  `${baseOf(request)}${page}${languageOf(request) === 'en' ? '' : `?language=${languageOf(request)}`}`;

const modelOf = (request: LinkRequest, { accountName }: OrderLinkFront, title: string) =>
  linkModel(baseOf(request), accountName, title);

/** What is wrong with the person, as in an order for them. What is wrong with the rest, the client reads when it orders. */
async function problemsOf(ctx: Ctx, { caller, link }: OrderLinkFront, person: TypedOrder): Promise<FieldMessages> {
  const orderable = await readOrderable(ctx, caller.accountId);
  const typed = { ...link.inputs, ...person };
  const json = { UniqueKey: ctx.newId(), ...orderBodyOf(typed, chosenIn(typed, orderable), orderable) };
  const { given, problems } = readingOf(OrderBody, json, { namesInAnyCase: true });
  // The program judges it: candidates order nothing.
  const judge = { ...caller, actor: 'system' as const };
  await readOrder(ctx, judge, 'candidate', { body: given as OrderBody, problems }, orderable);
  // In the order of the page.
  const ofPerson = Object.keys(words).flatMap((field) => {
    const messages = problems.fields[field];
    return messages === undefined ? [] : [[field, messages] as const];
  });
  return sayFields(messagesOf(Object.fromEntries(ofPerson), words));
}

/** Whether somebody can give their name: the link is open, and the account may order for its subsidiary. */
async function isOpen(ctx: Ctx, { caller: { accountId, environment }, link }: OrderLinkFront): Promise<boolean> {
  if (link.standing !== 'open' || areOrdersStopped(await readOrderStopsOf(ctx, accountId), environment)) return false;
  return link.subsidiaryId === null || !(await readEndedSubsidiaries(ctx, accountId)).has(link.subsidiaryId);
}

const showEnd = (request: LinkRequest, reply: FastifyReply, front: OrderLinkFront) =>
  renderPage(request, reply, 'shared/mailed-links/ending.njk', {
    ...modelOf(request, front, say('This link takes no more names')),
    text: [say('If you still need a check for {account}, please ask them.', { account: front.accountName })],
  });

/** They go back from what they would send. */
const isChanged = ({ body }: LinkRequest): boolean => body?.do === 'change';

export function namingPages(app: FastifyInstance, ctx: Ctx): void {
  const pages = linkPages(app, ctx, PREFIX);
  brandPages(pages, ctx, { openFront, accountIdOf: ({ caller }) => caller.accountId });
  aboutLinkPages(pages, ctx, { openFront, modelOf, asked: 'candidate', accountIdOf: ({ caller }) => caller.accountId });

  async function show(request: LinkRequest, reply: FastifyReply, front: OrderLinkFront, errors?: FieldMessages) {
    if (!(await isOpen(ctx, front))) return showEnd(request, reply, front);
    const typed = readTypedOrder(request.body);
    const isToConfirm = request.body !== undefined && errors === undefined && !isChanged(request);
    return renderPage(request, reply, 'candidate/order-link/naming.njk', {
      ...modelOf(request, front, say('A background check for {account}', { account: front.accountName })),
      action: addressOf(request),
      privacyHref: addressOf(request, '/privacy'),
      types: chosenIn(front.link.inputs, await readOrderable(ctx, front.caller.accountId)).map(({ type }) => ({
        label: sayText(type.label),
        told: sayText(toldToCandidate(type)),
      })),
      typed: Object.fromEntries(Object.entries(typed).map(([name, values]) => [name, values[0]])),
      born: isToConfirm ? bornOn(typed) : undefined,
      isToConfirm,
      meant: isToConfirm ? suggestedEmail(typedText(typed, 'email')) : undefined,
      errors,
    });
  }

  pages.get('', openFront, (request, reply, front) => show(request, reply, front));

  pages.post('', openFront, async (request, reply, front) => {
    if (!(await isOpen(ctx, front))) return showEnd(request, reply, front);
    const isSent = request.body?.do === 'send';
    // The look at what was typed keeps nothing.
    if (isSent) await countTry(ctx, front, request.ip);
    const typed = readTypedOrder(request.body);
    const errors = await problemsOf(ctx, front, typed);
    if (Object.keys(errors).length > 0) return show(request, reply.status(422), front, errors);
    // A mistyped address would be lost: nobody hears of it before the order.
    if (!isSent) return show(request, reply, front);
    const [firstName, lastName, email] = ['first_name', 'last_name', 'email'].map((name) => typedText(typed, name));
    const hasOneName = typedText(typed, 'has_one_name') === 'yes';
    const person = { firstName: firstName!, lastName: lastName!, hasOneName, email: email!, dob: bornOn(typed) };
    try {
      await giveName(ctx, front, person);
    } catch (error) {
      // Somebody else was the last whom it took.
      if (!(error instanceof Refusal) || error.reason !== 'state_does_not_allow') throw error;
      return showEnd(request, reply, front);
    }
    return reply.redirect(addressOf(request, '/given'), 303);
  });

  pages.get('/given', openFront, (request, reply, front) =>
    renderPage(request, reply, 'shared/mailed-links/ending.njk', {
      ...modelOf(request, front, say('Thank you')),
      text: [
        say('{account} sees your name, and orders the check if they want it.', { account: front.accountName }),
        say(
          'You then get an email with a link to your form. It may take some days. There is nothing else for you to do now.',
        ),
      ],
    }),
  );
}
