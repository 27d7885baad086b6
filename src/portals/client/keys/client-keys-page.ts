// The API keys of the client's own account, for its administrators: each makes keys that act for themselves, and revokes
// any; those of some subsidiaries see only the keys that see no others.
import type { Ctx } from '../../../context.ts';
import { type ApiBases, type KeysPages, keysPages } from '../../shared/keys/keys-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

const list = '/portal/keys';

export function clientKeysPage(pages: Pages<'client'>, ctx: Ctx, bases: ApiBases): void {
  const adds =
    (add: Pages<'client'>['get']): KeysPages['get'] =>
    (path, options, handle) =>
      add(`${list}${path}`, options, (request: Parameters<typeof handle>[0], reply, user) =>
        handle(request, reply, {
          accountId: user.accountId,
          subsidiaryIds: user.subsidiaryIds,
          userId: user.userId,
          by: callerFor(user, 'live'),
          path: list,
          show: (template, page) =>
            renderPage(request, reply, `shared/keys/${template}`, {
              layout: 'client/account-layout.njk',
              may: { manage_keys: true },
              ...page,
            }),
        }),
      );
  keysPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, bases, { reading: 'manage_keys', menu: 'API keys' });
}
