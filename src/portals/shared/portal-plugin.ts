// What all portal pages share: security headers, compression, cookies, form tokens, assets, error pages.

import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { permissions } from '../../features/access/permissions.ts';
import { Refusal } from '../../lib/refusal.ts';
import { openToAnyone } from '../../platform/http/route-access.ts';
import { createEndDraft, endSentDrafts, noteForms } from './drafts/drafts.ts';
import { sendStaleFormPage, sendUnreadableTextPage } from './error-pages.ts';
import { acceptFileForms } from './files/file-forms.ts';
import { isReadable } from './form-text-rules.ts';
import { isOwnForm } from './form-tokens.ts';
import type { KeepForm } from './kept-form/kept-forms.ts';
import { pageHeaders } from './page-headers.ts';
import { ASSET_PREFIX, assetFor } from './portal-assets.ts';
import { addErrorContext, addPortalContext } from './portal-context.ts';
import { answerFormsOnce } from './sent-forms.ts';

export interface PortalOptions {
  readonly ctx: Ctx;
  /** For a form of an earlier session. */
  readonly keepForm: KeepForm;
}

/** Also where nothing but error pages is served. */
export function addAssets(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(`${ASSET_PREFIX}:file`, openToAnyone, async (request, reply) => {
    const asset = assetFor(request.params.file);
    if (asset === undefined) throw new Refusal('not_found');
    return (
      reply
        .type(asset.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
        // A sandboxed frame has no origin of its own, and loads its script all the same; assets are the same for everybody.
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(asset.body)
    );
  });
}

/** Prepares a scope for portals; register their routes in the same scope. */
export async function portalPlugin(app: FastifyInstance, { ctx, keepForm }: PortalOptions): Promise<void> {
  await app.register(cookie);
  addPortalContext(app, ctx);
  addErrorContext(app, ctx);
  noteForms(app);
  endSentDrafts(app, createEndDraft(ctx));
  answerFormsOnce(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^(?:text\/(?:html|css|javascript)|image\/svg\+xml)/,
    globalDecompression: false,
  });
  // Our pages send forms only.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  await app.register(formbody);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders);
  });
  addAssets(app);
  await acceptFileForms(app);
  app.addHook('preHandler', async (request, reply) => {
    if (!isReadable(request.query) || !isReadable(request.body)) return sendUnreadableTextPage(request, reply);
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (isOwnForm(request, ctx.settings)) return;
    // The page of an earlier session: what was typed is shown again, and sent only with a token of the present one.
    const isGuarded = (permissions as readonly string[]).includes(request.routeOptions.config.access ?? '');
    const kept = isGuarded ? await keepForm(request) : undefined;
    return kept === undefined ? sendStaleFormPage(request, reply) : reply.redirect(kept, 303);
  });
}
