// Answers the form that invited a person to sign in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Invitation } from '../../../features/accounts/new-account-actions.ts';
import { renderPage } from '../page-renderer.ts';

/** Shows the link in the answer to the form itself, so that no address leads to it; redirects if it was mailed. */
export function showInvitation(
  request: FastifyRequest,
  reply: FastifyReply,
  { link }: Invitation,
  page: {
    readonly title: string;
    readonly email: string;
    readonly href: string;
    readonly pricesHref?: string;
    /** The notice of the page behind, if the link is mailed. */
    readonly done?: string;
  },
) {
  if (link === undefined) return reply.redirect(`${page.href}?done=${page.done ?? 'invited'}`, 303);
  return renderPage(request, reply, 'shared/users/invitation.njk', { ...page, link });
}
