// The account page: shows who is signed in; open to every role.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { mailsFor } from '../../../features/accounts/desk-mail-actions.ts';
import { renderPage } from '../page-renderer.ts';
import { roleTexts } from '../role-texts.ts';
import type { Pages, UserOf } from '../shell.ts';

/** The page on which they choose their mails; undefined if there is nothing to choose. */
function mailsOf(user: UserOf<'client' | 'desk'>) {
  if (user.kind === 'desk')
    return mailsFor(user).length > 0
      ? { href: '/desk/own-mails', about: 'your morning, and the figures of a week' }
      : undefined;
  return mayDo(user, 'read_checks') ? { href: '/portal/mails', about: 'of which orders you get them' } : undefined;
}

/** What who makes no keys may read of programs, which is not in their menu. */
const programsOf = (user: UserOf<'client' | 'desk'>) =>
  user.kind === 'desk' || mayDo(user, 'manage_keys')
    ? []
    : [
        ...(mayDo(user, 'read_webhooks') ? [{ text: 'Webhooks', href: '/portal/webhooks' }] : []),
        ...(mayDo(user, 'read_api_requests') ? [{ text: 'API requests', href: '/portal/requests' }] : []),
      ];

export function accountPage(pages: Pages<'client' | 'desk'>, ctx: Ctx): void {
  pages.get(
    '/account',
    { permission: 'sign_in', menu: 'Your account', menuGroup: 'own' },
    async (request, reply, user) => {
      const worksFor = user.kind === 'client' ? (await readAccount(ctx, user.accountId)).name : 'The screening desk';
      return renderPage(request, reply, 'shared/account/account.njk', {
        title: 'Your account',
        mails: mailsOf(user),
        awayHref: user.kind === 'client' && mayDo(user, 'read_checks') ? '/portal/away' : undefined,
        programs: programsOf(user),
        rows: [
          ['Name', user.name],
          ['Email address', user.email],
          ['You work for', worksFor],
          ['Role', roleTexts[user.role]],
        ].map(([key, value]) => ({ key: { text: key }, value: { text: value } })),
      });
    },
  );
}
