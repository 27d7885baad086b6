// The record of processing activities of an account, as its client reads it.
import type { Ctx } from '../../../context.ts';
import { type NamedProvider, processingModel } from '../../shared/processing/processing.ts';
import { type AccountPages, renderAccountPage } from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

export const processingPage =
  (providers: readonly NamedProvider[]) =>
  (pages: AccountPages, ctx: Ctx): void => {
    pages.get('/processing', { permission: 'read_accounts' }, async (request, reply, opened) => {
      const caller = { ...liveScopeOf(opened), clockOffsetSeconds: 0 };
      return renderAccountPage(request, reply, 'processing.njk', opened, {
        title: 'Record of processing',
        section: 'Overview',
        record: await processingModel(ctx, caller, opened.by, providers),
      });
    });
  };
