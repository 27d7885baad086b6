// The page on which a client records what an agency confirmed in writing of one of its workers, or of several at once.
import type { FastifyReply } from 'fastify';
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { readConfirmations, recordConfirmation } from '../../../features/agency-workers/agency-confirmation-actions.ts';
import {
  type AgencyConfirmation,
  readConfirmation,
} from '../../../features/agency-workers/agency-confirmation-rules.ts';
import { showPerson } from '../../../features/applicants/applicant-actions.ts';
import { criminalLevels, kinds, levels, recordKinds } from '../../../features/stated-staff/record-kind-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, isRestrictedRefusal, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { acceptedFiles, messagesOfFile } from '../../shared/files/order-files.ts';
import { typedAll } from '../../shared/form-fields.ts';
import { listHref } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { agencyPath, readRecordQuery, recordHref, recordNoticeHref } from './record-wish.ts';
import { personHref } from './renewal-view.ts';

/** A page of the record has fewer; the file is kept with each of them. */
const MOST_WORKERS = 50;

export const agencyHref = (applicantId: string, environment: Environment): string =>
  listHref(agencyPath, [
    ['person', applicantId],
    ...(environment === 'test' ? [['environment', 'test'] as [string, string]] : []),
  ]);

/** A form with a file has one value by name. */
const kindInput = (kind: string) => `confirms_${kind}`;

const typedOf = (one: AgencyConfirmation | undefined): Record<string, string> =>
  one === undefined
    ? {}
    : {
        ...{ agency: one.agency, confirmed_on: one.confirmedOn, confirmed_by: one.confirmedBy, others: one.others },
        ...{ level: one.level ?? '', barred_list: one.barredList },
        ...{ seen_on: one.seenOn ?? '', seen_by: one.seenBy },
        ...Object.fromEntries(one.kinds.map((kind) => [kindInput(kind), 'yes'])),
      };

async function peopleOf(ctx: Ctx, caller: ClientCaller, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => showPerson(ctx, caller, id)));
  return found.map(({ facts }, at) => ({
    href: personHref(ids[at]!),
    name: fullName(facts.first_name, facts.last_name),
  }));
}

async function* bytes(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Returns what is wrong with the letter. */
async function record(
  ctx: Ctx,
  caller: ClientCaller,
  ids: readonly string[],
  confirmation: AgencyConfirmation,
  { fileName, content }: ReturnType<typeof sentFile>,
): Promise<FieldMessages | undefined> {
  const read = fileName === '' ? undefined : await readAtMost(content, ctx.settings.attachmentMaximumBytes);
  if (fileName !== '' && read === undefined)
    return { file: [`The file must be smaller than ${acceptedFiles(ctx.settings).largest}`] };
  try {
    await recordConfirmation(ctx, caller, ids, confirmation, read && { fileName, content: () => bytes(read) });
    return undefined;
  } catch (error) {
    if (read === undefined || isRestrictedRefusal(error)) throw error;
    if (error instanceof Refusal && error.reason === 'state_does_not_allow')
      return { file: ['One of them has 20 files already: delete one on their page'] };
    const messages = error instanceof Refusal ? messagesOfFile(error, ctx, fileName) : undefined;
    if (messages === undefined) throw error;
    return messages;
  }
}

export function agencyPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;

  async function opened(signedIn: ClientUser, request: FormRequest) {
    const { user, subsidiary } = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = { ...readRecordQuery(request), subsidiary };
    const chosen = [
      request.query.person,
      ...typedAll(request, 'person'),
      ...String(request.body?.people ?? '').split(','),
    ];
    const ids = [...new Set(chosen.flat().filter(isUuid))].slice(0, MOST_WORKERS);
    return { query, ids, caller: callerFor(user, query.environment), isOfOne: request.query.person !== undefined };
  }

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    { query, ids, caller, isOfOne }: Awaited<ReturnType<typeof opened>>,
    refused?: { readonly typed: Record<string, string>; readonly errors: FieldMessages },
  ) {
    const known = await readConfirmations(ctx, caller, ids);
    const typed = refused?.typed ?? (ids.length === 1 ? typedOf(known.get(ids[0]!)) : {});
    return renderPage(request, reply.status(refused === undefined ? 200 : 422), 'client/people/agency.njk', {
      title: 'What the agency confirmed',
      environment: query.environment,
      back: isOfOne
        ? { text: 'The person', href: personHref(ids[0]!) }
        : { text: 'Record of staff', href: recordHref(query) },
      action: isOfOne ? agencyHref(ids[0]!, query.environment) : recordHref(query, agencyPath),
      ids: ids.join(),
      people: await peopleOf(ctx, caller, ids),
      replaced: known.size,
      kinds: kinds.map((kind) => ({
        ...{ name: kindInput(kind), text: recordKinds[kind].label },
        checked: typed[kindInput(kind)] === 'yes',
      })),
      levels: levels.map((value) => ({ value, text: criminalLevels[value], checked: typed.level === value })),
      accepted: acceptedFiles(ctx.settings),
      ...{ typed, errors: refused?.errors },
    });
  }

  pages.get(agencyPath, options, async (request: FormRequest, reply, user) => {
    const found = await opened(user, request);
    return found.ids.length === 0 ? reply.redirect(recordHref(found.query), 303) : show(request, reply, found);
  });
  pages.post(agencyPath, options, async (request: FormRequest, reply, user) => {
    const found = await opened(user, request);
    const { query, ids, caller, isOfOne } = found;
    if (ids.length === 0) return reply.redirect(recordNoticeHref(query, 'unconfirmed'), 303);
    if (request.body?.people === undefined) return show(request, reply, found);
    const textIn = (input: string) => String(request.body?.[input] ?? '').trim();
    const ticked = kinds.filter((kind) => textIn(kindInput(kind)) === 'yes');
    const { confirmation, problems } = readConfirmation(textIn, ticked, todayFor(ctx, caller));
    const typed = Object.fromEntries(Object.keys(request.body ?? {}).map((name) => [name, textIn(name)]));
    if (problems.any) return show(request, reply, found, { typed, errors: problems.fields });
    const errors = await record(ctx, caller, ids, confirmation, sentFile(request));
    if (errors !== undefined) return show(request, reply, found, { typed, errors });
    return reply.redirect(isOfOne ? `${personHref(ids[0]!)}?done=saved` : recordNoticeHref(query, 'agency'), 303);
  });
}
