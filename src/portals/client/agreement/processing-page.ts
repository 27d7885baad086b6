// The client's page of its record of processing activities.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type NamedProvider, processingModel } from '../../shared/processing/processing.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

export const processingPath = '/portal/processing';

export function processingPage(pages: Pages<'client'>, ctx: Ctx, providers: readonly NamedProvider[]): void {
  pages.get(processingPath, { permission: 'read_agreement' }, async (request, reply, user) => {
    const record = await processingModel(ctx, callerFor(user, 'live'), authorityOf(user), providers);
    return renderPage(request, reply, 'client/agreement/processing.njk', { title: 'Record of processing', record });
  });
}
