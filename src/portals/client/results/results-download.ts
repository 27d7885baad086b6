// The results of a check as a file: for an API key of the account, a signed-in user, or for a short time the bare link;
// with `.zip` the evidence bundle, for keys only.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, Ctx, OrderScope } from '../../../context.ts';
import { mayDo, type Permission } from '../../../features/access/permissions.ts';
import { keyInAuthorization } from '../../../features/accounts/api-key-rules.ts';
import type { Authentication } from '../../../features/accounts/authentication.ts';
import { createKeyLimiter } from '../../../features/accounts/rate-limit-actions.ts';
import type { SignInSessions } from '../../../features/accounts/sign-in-sessions.ts';
import { type CheckLink, readLinkToken } from '../../../features/checks/check-links.ts';
import { readOrderOfCheck } from '../../../features/orders/order-actions.ts';
import { mayReadBare, readResultsDocument } from '../../../features/results/results-document-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { servingAccount } from '../../../platform/db/served-account.ts';
import { sendEvidenceBundle } from '../../shared/files/evidence-bundle.ts';

interface DownloadOptions {
  readonly ctx: Ctx;
  readonly authentication: Authentication;
  readonly sessions: SignInSessions;
}

function keyOf(request: FastifyRequest): string | undefined {
  const { authorization, 'ocp-apim-subscription-key': subscriptionKey } = request.headers;
  // An empty header counts as absent.
  return subscriptionKey?.toString().trim() || keyInAuthorization(authorization);
}

/** The reader of the file; a key or user of another account or subsidiary gets 404, as everywhere. */
async function readerOf(
  { ctx, authentication, sessions }: DownloadOptions,
  request: FastifyRequest,
  link: CheckLink,
): Promise<Caller & OrderScope> {
  const tenant = { accountId: link.accountId, environment: link.environment };
  const key = keyOf(request);
  if (key !== undefined) {
    const caller = await authentication.callerOf(key, undefined, { address: request.ip });
    if (!mayDo(caller, 'read_results')) throw new Refusal('not_permitted');
    if (caller.accountId !== tenant.accountId || caller.environment !== tenant.environment)
      throw new Refusal('not_found');
    return caller;
  }
  const user = (await sessions.signedInUser(request.headers.cookie))?.user;
  if (user !== undefined) {
    const sees =
      user.kind === 'client'
        ? user.accountId === tenant.accountId
        : user.accounts === 'all' || user.accounts.includes(tenant.accountId);
    if (!sees) throw new Refusal('not_found');
    if (!mayDo(user, 'read_results')) throw new Refusal('not_permitted');
    const subsidiaryIds = user.kind === 'client' ? user.subsidiaryIds : null;
    const { permissions } = user;
    return { ...tenant, subsidiaryIds, permissions, actor: `user:${user.userId}`, clockOffsetSeconds: 0 };
  }
  if (await mayReadBare(ctx, tenant, link.checkId)) {
    const permissions = ['read_results'] as const;
    return { ...tenant, subsidiaryIds: null, permissions, actor: 'system', clockOffsetSeconds: 0 };
  }
  throw new Refusal('unauthenticated');
}

export function registerResultsDownload(app: FastifyInstance, options: DownloadOptions): void {
  const limiter = createKeyLimiter(options.ctx.settings.rateLimitPerMinute);
  app.get<{ Params: { file: string } }>(
    '/results/:file',
    { config: { access: 'read_results' satisfies Permission } },
    async (request, reply) => {
      const { file } = request.params;
      const link = await readLinkToken(options.ctx, 'results', file.replace(/\.(?:pdf|zip)$/, ''));
      const reader = await readerOf(options, request, link);
      return servingAccount(link.accountId, async () => {
        if (reader.subsidiaryIds !== null) await readOrderOfCheck(options.ctx, reader, link.checkId);
        // Limited by check: without a key there is no caller to count.
        limiter.take(link.checkId, options.ctx.now().getTime());
        // Users download the bundle in their portal, which may ask them to confirm who they are.
        if (file.endsWith('.zip')) {
          if (reader.keyId === undefined) throw new Refusal('unauthenticated');
          return sendEvidenceBundle(options.ctx, reader, link.checkId, reply);
        }
        const { orderId, content } = await readResultsDocument(options.ctx, reader, link.checkId);
        return reply
          .type('application/pdf')
          .header('content-disposition', `inline; filename="VF${orderId}.pdf"`)
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .send(content);
      });
    },
  );
}
