// The evidence bundle of a check as a download for its client.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { sendEvidenceBundle } from '../../shared/files/evidence-bundle.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { callerFor } from '../client-caller.ts';

type BundleRequest = FastifyRequest<{ Params: { check_id: string } }>;

export function bundlePage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_results', stepUp: 'exports' } as const;
  pages.get(`${checkPath}/bundle/file`, options, async (request: BundleRequest, reply, user) => {
    const { tenant, id } = await requestedCheck(ctx, user, request);
    return sendEvidenceBundle(ctx, callerFor(user, tenant.environment), id, reply);
  });
}
