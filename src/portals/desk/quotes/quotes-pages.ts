// Quotes for prospects at the desk: their list, each as a page to print and as a PDF, and how it goes on.
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import type { Quote } from '../../../features/quotes/quote.ts';
import {
  beginVersion,
  isOtherAccepted,
  listOffers,
  listQuotes,
  listVersions,
  mayHaveVersion,
  moveQuote,
  readQuote,
  removeQuote,
  renderQuote,
  shownQuote,
  standardOfQuotes,
} from '../../../features/quotes/quote-actions.ts';
import { staleFees } from '../../../features/quotes/quote-change-rules.ts';
import { monthOf, quoteNumber } from '../../../features/quotes/quote-rules.ts';
import { quoteTable, type ShownQuoteState } from '../../../features/quotes/quote-states.ts';
import { inPounds } from '../../../lib/money.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { accountsPath, standardPath } from '../accounts/account-request.ts';
import { quotedAccountPage } from './quote-account-page.ts';
import { changesSince } from './quote-changes.ts';
import { quoteFormPages } from './quote-form-pages.ts';
import { quoteHref, quotesPath } from './quote-path.ts';

const options = { permission: 'make_quotes' } as const;

const notices = {
  saved: 'The quote is saved. Nothing is sent: download it, and send it to the prospect.',
  sent: 'It is recorded as sent. It cannot be changed any more: a change is a new version.',
  accepted: 'It is recorded as accepted.',
  declined: 'It is recorded as declined.',
  deleted: 'The quote is deleted.',
};

const stateTags: Readonly<Record<ShownQuoteState, { readonly text: string; readonly classes: string }>> = {
  draft: { text: 'Draft', classes: 'govuk-tag--grey' },
  sent: { text: 'Sent', classes: 'govuk-tag--blue' },
  accepted: { text: 'Accepted', classes: 'govuk-tag--green' },
  expired: { text: 'Expired', classes: 'govuk-tag--orange' },
  declined: { text: 'Declined', classes: 'govuk-tag--red' },
  replaced: { text: 'Replaced', classes: 'govuk-tag--grey' },
};

const moves = { send: 'sent', accept: 'accepted', decline: 'declined' } as const;

const idIn = ({ params }: FormRequest) => params.quoteId?.toLowerCase();

function listPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    quotesPath,
    { ...options, menu: 'Quotes', menuGroup: 'clients' },
    async (request: FormRequest, reply, user) => {
      const by = authorityOf(user);
      const hasStandard = (await standardOfQuotes(ctx, by)) !== undefined;
      return renderPage(request, reply, 'desk/quotes/quotes.njk', {
        title: 'Quotes',
        done: noticeIn(request, notices),
        newHref: hasStandard ? `${quotesPath}/new` : undefined,
        standardHref: standardPath,
        keptMonths: ctx.settings.quoteMonths,
        rows: (await listQuotes(ctx, by)).map((quote) => ({
          ...quote,
          href: quoteHref(quote.id),
          name: quoteNumber(quote),
          tag: stateTags[shownQuote(ctx, by, quote).state],
          month: inPounds(monthOf(quote).total),
        })),
      });
    },
  );
}

/** What may be done with it now. */
function actsOf(quote: Quote, state: ShownQuoteState, versions: readonly Quote[], isOver: boolean) {
  const href = quoteHref(quote.id);
  const may = quoteTable[quote.status];
  const isSettled = isOtherAccepted(quote, versions);
  return {
    changeHref: quote.status === 'draft' ? `${href}/change` : undefined,
    isSettled,
    maySend: may.send !== undefined && !isOver && !isSettled,
    lacksDay: quote.status === 'draft' && isOver && !isSettled,
    mayAccept: may.accept !== undefined && state !== 'expired' && !isSettled,
    mayDecline: may.decline !== undefined,
    mayRenew: mayHaveVersion(quote, versions),
    mayDelete: quote.accountId === null,
  };
}

function onePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(`${quotesPath}/:quoteId`, options, async (request: FormRequest, reply, user) => {
    const by = authorityOf(user);
    const quote = await readQuote(ctx, by, idIn(request));
    const versions = await listVersions(ctx, by, quote);
    const { state, isOver, document } = shownQuote(ctx, by, quote);
    const href = quoteHref(quote.id);
    return renderPage(request, reply, 'desk/quotes/quote.njk', {
      title: document.title,
      back: { text: 'Quotes', href: quotesPath },
      done: noticeIn(request, notices),
      ...{ quote, document, href, tag: stateTags[state], pdfHref: `${href}/pdf` },
      acts: {
        ...actsOf(quote, state, versions, isOver),
        openHref:
          quote.status === 'accepted' && quote.accountId === null && mayDo(user, 'manage_accounts')
            ? `${href}/account`
            : undefined,
      },
      accountHref: quote.accountId === null ? undefined : `${accountsPath}/${quote.accountId}`,
      changes: changesSince(quote, versions),
      stale:
        quote.status === 'draft'
          ? staleFees(quote, await listOffers(ctx, by)).map(({ label, quoted, now }) => ({
              ...{ label, quoted: inPounds(quoted), now: inPounds(now) },
            }))
          : [],
      others: versions
        .filter(({ id }) => id !== quote.id)
        .map((one) => ({
          ...{ name: quoteNumber(one), href: quoteHref(one.id), sentOn: one.sentOn },
          tag: stateTags[shownQuote(ctx, by, one).state],
        })),
    });
  });

  pages.get(`${quotesPath}/:quoteId/pdf`, options, async (request: FormRequest, reply, user) => {
    const quote = await readQuote(ctx, authorityOf(user), idIn(request));
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="quote-${quoteNumber(quote)}.pdf"`)
      .send(await renderQuote(ctx, authorityOf(user), quote.id));
  });

  pages.post(`${quotesPath}/:quoteId`, options, async (request: FormRequest, reply, user) => {
    const by = authorityOf(user);
    const { id } = await readQuote(ctx, by, idIn(request));
    const act = typed(request, 'act');
    if (act === 'renew') return reply.redirect(`${quoteHref(await beginVersion(ctx, by, id))}/change`, 303);
    if (act === 'delete') {
      await removeQuote(ctx, by, id);
      return reply.redirect(`${quotesPath}?done=deleted`, 303);
    }
    if (act !== 'send' && act !== 'accept' && act !== 'decline') throw new Refusal('not_found');
    await moveQuote(ctx, by, id, act);
    return reply.redirect(`${quoteHref(id)}?done=${moves[act]}`, 303);
  });
}

export function quotesPages(pages: Pages<'desk'>, ctx: Ctx): void {
  listPage(pages, ctx);
  quoteFormPages(pages, ctx);
  quotedAccountPage(pages, ctx);
  onePage(pages, ctx);
}
