// Takes the signed callbacks of providers: verifies the signature, reads the answer and finds the report.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { readConnectionById } from '../../features/provider-requests/connection-actions.ts';
import type { Capabilities } from '../../features/provider-requests/provider.ts';
import { ProviderFault } from '../../features/provider-requests/provider-fault.ts';
import type { ProviderSupply } from '../../features/provider-requests/provider-supply.ts';
import { receiveAnswer } from '../../features/provider-requests/request-actions.ts';
import { isSignedBy } from '../../features/webhooks/webhook-signatures.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { nameAccess } from '../../platform/http/route-access.ts';
import { readJson } from '../shared/json-reply.ts';
import { meaningOf, SignedCallback } from './signed-answer.ts';

function read(text: string, { asksCandidate }: Capabilities) {
  try {
    const said = readJson({ text }, SignedCallback);
    const answer = meaningOf(said);
    const mayAsk = answer?.kind !== 'awaits_candidate' || asksCandidate === true;
    if (answer !== undefined && mayAsk) return { reportId: said.report_id, answer, text };
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
  }
  throw new Refusal('malformed_request');
}

/**
 * `POST /providers/{connection_id}/answers`; repeating it is safe. 404 if the provider was not asked about the report.
 */
export function signedCallback(app: FastifyInstance, ctx: Ctx, supply: ProviderSupply): void {
  void app.register(async (scope) => {
    nameAccess(scope, 'provider');
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    type CallbackRequest = FastifyRequest<{ Params: { id: string }; Body: Buffer | undefined }>;
    scope.post('/providers/:id/answers', async (request: CallbackRequest, reply: FastifyReply) => {
      const { id } = request.params;
      const body = request.body ?? Buffer.alloc(0);
      const connection = isUuid(id) ? await readConnectionById(ctx, id) : undefined;
      const keys = [connection?.key, connection?.previousKey].filter((key) => key !== undefined);
      // An unknown connection gets the same answer as a wrong signature, which reveals nothing.
      if (connection === undefined || !isSignedBy(keys, request.headers, body, ctx.now())) {
        throw new Refusal('unauthenticated');
      }
      const outcome = await receiveAnswer(
        ctx,
        supply,
        connection,
        read(body.toString('utf8'), connection.capabilities),
      );
      if (outcome === undefined) throw new Refusal('not_found');
      return reply.status(204).send();
    });
  });
}
