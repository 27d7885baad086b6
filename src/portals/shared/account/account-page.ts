// The account page: shows who is signed in; open to every role.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { renderPage } from '../page-renderer.ts';
import { roleTexts } from '../role-texts.ts';
import type { Pages } from '../shell.ts';

export function accountPage(pages: Pages<'client' | 'desk'>, ctx: Ctx): void {
  pages.get(
    '/account',
    { permission: 'sign_in', menu: 'Your account', menuGroup: 'own' },
    async (request, reply, user) => {
      const worksFor = user.kind === 'client' ? (await readAccount(ctx, user.accountId)).name : 'The screening desk';
      return renderPage(request, reply, 'shared/account/account.njk', {
        title: 'Your account',
        mailsHref: user.kind === 'client' && mayDo(user, 'read_checks') ? '/portal/mails' : undefined,
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
