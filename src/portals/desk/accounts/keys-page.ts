// The API keys of an account, for those who manage accounts.
import type { Ctx } from '../../../context.ts';
import { type ApiBases, type KeysPages, keysPages } from '../../shared/keys/keys-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type AccountPages, inAccountFrame } from './account-request.ts';

export const keysPage =
  (bases: ApiBases) =>
  (pages: AccountPages, ctx: Ctx): void => {
    const adds =
      (add: AccountPages['get']): KeysPages['get'] =>
      (path, options, handle) =>
        add(`/keys${path}`, options, (request, reply, opened) =>
          handle(request, reply, {
            accountId: opened.account.id,
            subsidiaryIds: null,
            userId: null,
            by: opened.by,
            path: `${opened.path}/keys`,
            show: (template, page) =>
              renderPage(request, reply, `shared/keys/${template}`, {
                layout: 'desk/accounts/account-layout.njk',
                ...inAccountFrame(opened, { section: 'API keys', ...page }),
              }),
          }),
        );
    keysPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, bases, { reading: 'read_accounts' });
  };
