// Sends the evidence bundle of a check as a download.
import type { FastifyReply } from 'fastify';
import type { Caller, Ctx } from '../../../context.ts';
import { readEvidenceBundle } from '../../../features/results/evidence-bundle-actions.ts';

export async function sendEvidenceBundle(ctx: Ctx, reader: Caller, checkId: string, reply: FastifyReply) {
  const { orderId, content } = await readEvidenceBundle(ctx, reader, checkId);
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="VF${orderId}-evidence.zip"`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(content);
}
