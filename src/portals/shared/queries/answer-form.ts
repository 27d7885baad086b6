// Takes the answer to a query from the candidate or the client: text and files. Each file is kept as soon as it is sent.

import type { FastifyRequest } from 'fastify';
import type { Caller, Ctx, OrderScope } from '../../../context.ts';
import type { Query } from '../../../features/queries/query.ts';
import { answerQuery, saveAnswerDraft } from '../../../features/queries/query-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { sayFields } from '../../../messages/say.ts';
import { sentFile } from '../files/file-forms.ts';
import { attachSentFile } from '../files/order-files.ts';

export interface Answering {
  readonly caller: Caller & OrderScope;
  readonly orderId: number;
  readonly query: Pick<Query, 'id' | 'checkId' | 'reportId' | 'addressee'>;
}

export const typedAnswer = ({ body }: FastifyRequest): string => {
  const { answer } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof answer === 'string' ? answer : '';
};

const targetOf = ({ query }: Answering) => ({
  checkId: query.checkId,
  queryId: query.id,
  addressee: query.addressee,
});

/** Keeps the text typed so far, and the file. Returns what is wrong with the file. */
export async function keepAnswer(
  ctx: Ctx,
  request: FastifyRequest,
  answering: Answering,
): Promise<FieldMessages | undefined> {
  const { caller, orderId, query } = answering;
  const answer = typedAnswer(request);
  await saveAnswerDraft(ctx, caller, targetOf(answering), { answer });
  const fileToken = ctx.newId();
  const also = { fileToken, description: '', reportId: query.reportId };
  const errors = await attachSentFile(ctx, caller, orderId, request, also);
  if (errors === undefined) await saveAnswerDraft(ctx, caller, targetOf(answering), { answer, fileToken });
  return errors;
}

/** Sends the answer, with the file if one was chosen. Returns what is wrong with either. */
export async function sendAnswer(
  ctx: Ctx,
  request: FastifyRequest,
  answering: Answering,
): Promise<FieldMessages | undefined> {
  if (sentFile(request).fileName !== '') {
    const errors = await keepAnswer(ctx, request, answering);
    if (errors !== undefined) return errors;
  }
  try {
    await answerQuery(ctx, answering.caller, targetOf(answering), typedAnswer(request));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'invalid_fields') return sayFields(error.fields);
    throw error;
  }
}
