// The page on which a client's user answers a query, with text and files.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal, restrictedRefusal } from '../../../lib/refusal.ts';
import { acceptedFiles, sendOrderFile } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { keepAnswer, sendAnswer, typedAnswer } from '../../shared/queries/answer-form.ts';
import type { QueryView } from '../../shared/queries/query-view.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { clientQueries } from './client-queries.ts';
import { queryPath } from './query-path.ts';

const path = `${checkPath}/queries/:query_id`;
const permission = 'answer_queries' as const;

type QueryRequest = FastifyRequest<{
  Params: { check_id: string; query_id: string; file_token: string };
  Querystring: Record<string, unknown>;
}>;

interface Opened {
  readonly check: Check;
  readonly query: QueryView;
}

export function clientQueryPages(pages: Pages<'client'>, ctx: Ctx): void {
  const open = async (request: QueryRequest, user: ClientUser): Promise<Opened> => {
    const check = await requestedCheck(ctx, user, request);
    if (check.isRestricted) throw restrictedRefusal();
    const query = (await clientQueries(ctx, user, check))?.find(({ id }) => id === request.params.query_id);
    if (query === undefined) throw new Refusal('not_found');
    return { check, query };
  };

  const show = (
    request: QueryRequest,
    reply: FastifyReply,
    user: ClientUser,
    { check, query }: Opened,
    errors?: FieldMessages,
  ) => {
    const { id: checkId, applicantId, tenant } = check;
    const look = { type: 'applicant.read', resourceId: applicantId, applicantId, checkId } as const;
    recordLook(ctx, callerFor(user, tenant.environment), look);
    return renderPage(request, reply, 'client/queries/query.njk', {
      title: query.label,
      environment: tenant.environment,
      errors,
      orderId: check.orderId,
      candidateName: fullName(check.order.facts.first_name, check.order.facts.last_name),
      page: `/portal/checks/${check.id}`,
      query: errors === undefined ? query : { ...query, answer: typedAnswer(request) },
      action: queryPath(check.id, query.id),
      limits: acceptedFiles(ctx.settings),
      wasKept: request.query.kept !== undefined,
    });
  };

  const answering = (user: ClientUser, { check, query }: Opened) => ({
    caller: callerFor(user, check.tenant.environment),
    orderId: check.orderId,
    query,
  });

  pages.get(path, { permission }, async (request: QueryRequest, reply, user) => {
    const opened = await open(request, user);
    if (opened.query.status !== 'open') return reply.redirect(`/portal/checks/${opened.check.id}`, 303);
    return show(request, reply, user, opened);
  });

  pages.post(path, { permission }, async (request: QueryRequest, reply, user) => {
    const opened = await open(request, user);
    const errors = await sendAnswer(ctx, request, answering(user, opened));
    if (errors !== undefined) return show(request, reply.status(422), user, opened, errors);
    return reply.redirect(`/portal/checks/${opened.check.id}?done=answered`, 303);
  });

  pages.post(`${path}/files`, { permission }, async (request: QueryRequest, reply, user) => {
    const opened = await open(request, user);
    const errors = await keepAnswer(ctx, request, answering(user, opened));
    if (errors !== undefined) return show(request, reply.status(422), user, opened, errors);
    return reply.redirect(`${queryPath(opened.check.id, opened.query.id)}?kept`, 303);
  });

  pages.get(`${path}/files/:file_token`, { permission }, async (request: QueryRequest, reply, user) => {
    const { check, query } = await open(request, user);
    const { file_token: fileToken } = request.params;
    const isOfQuery = [...query.files, ...query.answerFiles].some(({ href }) => href.endsWith(`/${fileToken}`));
    if (!isOfQuery) throw new Refusal('not_found');
    const caller = callerFor(user, check.tenant.environment);
    return sendOrderFile(ctx, caller, { orderId: check.orderId, fileToken, isOfQuery }, reply);
  });
}
