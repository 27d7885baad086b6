// Makes an account from an accepted quote: its name, and its first administrator.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { readQuote } from '../../../features/quotes/quote-actions.ts';
import { quoteNumber } from '../../../features/quotes/quote-rules.ts';
import { openQuoted } from '../../../features/quotes/quoted-account-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { showInvitation } from '../../shared/users/invitation.ts';
import { accountsPath, openAccountsOf } from '../accounts/account-request.ts';
import { newAccountWords } from '../accounts/new-account-page.ts';
import { quoteHref, quotesPath } from './quote-path.ts';

export function quotedAccountPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const path = `${quotesPath}/:quoteId/account`;

  async function accepted(request: FormRequest, user: UserOf<'desk'>) {
    const quote = await readQuote(ctx, authorityOf(user), request.params.quoteId?.toLowerCase());
    if (quote.status !== 'accepted' || quote.accountId !== null) throw new Refusal('state_does_not_allow');
    return quote;
  }

  async function show(request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
    const quote = await accepted(request, user);
    const isSent = request.method === 'POST';
    return renderPage(request, reply, 'desk/quotes/quote-account.njk', {
      title: `Make an account from ${quoteNumber(quote)}`,
      back: { text: 'Back to the quote', href: quoteHref(quote.id) },
      errors,
      ...{ action: `${quoteHref(quote.id)}/account`, hasAddress: quote.address !== '' },
      form: isSent
        ? {
            name: typed(request, 'name'),
            administratorName: typed(request, 'administrator_name'),
            administratorEmail: typed(request, 'administrator_email'),
            secondFactor: typed(request, 'second_factor') === 'yes',
          }
        : {
            ...{ name: quote.prospect, secondFactor: true },
            ...{ administratorName: quote.contact, administratorEmail: quote.email },
          },
    });
  }

  const options = { permission: 'manage_accounts' } as const;
  pages.get(path, options, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(path, { ...options, stepUp: 'roles' }, async (request: FormRequest, reply, user) => {
    const { id } = await accepted(request, user);
    const name = typed(request, 'name');
    const namesakes = (await openAccountsOf(ctx, user)).some((one) => one.name.toLowerCase() === name.toLowerCase());
    if (namesakes)
      return show(request, reply.status(422), user, { name: ['There is an account of this name: enter another'] });
    const administrator = { name: typed(request, 'administrator_name'), email: typed(request, 'administrator_email') };
    const isInvited = administrator.name !== '' || administrator.email !== '';
    let made: Awaited<ReturnType<typeof openQuoted>> | undefined;
    const errors = await refusedFields(async () => {
      made = await openQuoted(ctx, authorityOf(user), id, {
        ...{ name, secondFactorDemanded: typed(request, 'second_factor') === 'yes' },
        administrator: isInvited ? administrator : undefined,
      });
    }, newAccountWords);
    if (made === undefined) return show(request, reply.status(422), user, errors);
    const href = `${accountsPath}/${made.id}`;
    return showInvitation(request, reply, made, {
      ...{ title: 'Account created', email: administrator.email, href, done: isInvited ? 'invited' : 'created' },
    });
  });
}
