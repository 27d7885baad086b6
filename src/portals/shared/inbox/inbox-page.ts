// The inbox: every mail of test and demo data, shown here instead of being sent.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { SignedInUser } from '../../../features/accounts/sign-in-sessions.ts';
import { type InboxReader, openInbox, openInboxEmail } from '../../../features/cases/inbox-actions.ts';
import type { Email } from '../../../features/emails/email-actions.ts';
import { addressOf, everyOrigin } from '../../../platform/origins.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages } from '../shell.ts';

const SHOWN = 100;

/** A client user reads the mails of their account, a screener those of their accounts. */
function readerOf(user: SignedInUser): InboxReader {
  const { userId, permissions } = user;
  return user.kind === 'client'
    ? { userId, permissions, accounts: [user.accountId], subsidiaryIds: user.subsidiaryIds }
    : { userId, permissions, accounts: user.accounts };
}

export const emailTags = {
  held: { text: 'Not sent', classes: 'govuk-tag--grey' },
  queued: { text: 'Waiting', classes: 'govuk-tag--yellow' },
  sent: { text: 'Sent', classes: 'govuk-tag--green' },
  failed: { text: 'Failed', classes: 'govuk-tag--red' },
} as const satisfies Record<Email['status'], { text: string; classes: string }>;

type QueryRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

interface InboxParams {
  readonly accountId: string;
  readonly environment: string;
  readonly id: string;
}

type EmailRequest = FastifyRequest<{ Params: InboxParams }>;

/** Splits a mail's text into parts; only our own addresses become links. */
function textParts(
  text: string,
  here: string,
  ours: readonly string[],
): { text: string; href: string | undefined }[][] {
  return text
    .trim()
    .split('\n\n')
    .map((paragraph) =>
      paragraph
        .split(/(https:\/\/\S+)/)
        .filter((part) => part !== '')
        .map((part) => {
          const isOurs = ours.some((origin) => part.startsWith(`${origin}/`));
          const href = part.startsWith(`${here}/`) ? part.slice(here.length) : part;
          return { text: part, href: isOurs ? href : undefined };
        }),
    );
}

export function inboxPage(pages: Pages<'client' | 'desk'>, ctx: Ctx): void {
  pages.get(
    '/inbox',
    { permission: 'read_inbox', menu: 'Inbox', menuGroup: 'own' },
    async (request: QueryRequest, reply, user) => {
      const asked = request.query.account === undefined ? undefined : String(request.query.account);
      const { accounts, chosen, emails } = await openInbox(ctx, readerOf(user), { accountId: asked, limit: SHOWN });
      return renderPage(request, reply, 'shared/inbox/inbox.njk', {
        title: 'Inbox',
        hasDemo: accounts.some(({ is_demo }) => is_demo),
        accounts: accounts.map(({ id, name }) => ({ value: id, text: name, selected: id === chosen?.id })),
        emails: emails.map((email) => ({
          ...email,
          tag: emailTags[email.status],
          isTest: email.environment === 'test',
          href: `/inbox/${email.accountId}/${email.environment}/${email.id}`,
        })),
      });
    },
  );

  pages.get(
    '/inbox/:accountId/:environment/:id',
    { permission: 'read_inbox' },
    async (request: EmailRequest, reply, user) => {
      const email = await openInboxEmail(ctx, readerOf(user), request.params);
      return renderPage(request, reply, 'shared/inbox/email.njk', {
        title: email.subject,
        email: { ...email, tag: emailTags[email.status] },
        paragraphs: textParts(email.text, addressOf(ctx.settings, request.host), [...everyOrigin(ctx.settings).keys()]),
        backHref: `/inbox?account=${encodeURIComponent(request.params.accountId)}`,
      });
    },
  );
}
