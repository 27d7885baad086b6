// The client's colour and logo on the pages of its candidates and referees: a stylesheet, and the picture that it names.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { readLogo } from '../../../features/accounts/logo-actions.ts';
import { type Logo, logoMediaTypes } from '../../../features/accounts/logo-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import type { LinkPages, OpenLink } from './link-request.ts';

/** Only the browser of the visitor may keep them: their addresses contain the link. */
const keep = (reply: FastifyReply) => reply.header('cache-control', 'private, max-age=3600');

const HEIGHT = 30;
const WIDEST = 150;

/** On white, because it may have any colour. It stands before the name, which says the same. */
function logoRule({ width, height }: Logo): string {
  const shown = Math.min(WIDEST, Math.round((width / height) * HEIGHT));
  return `.app-wordmark__name--client::before{content:"";display:inline-block;vertical-align:middle;width:${shown}px;height:${HEIGHT}px;margin-right:12px;padding:4px 6px;border-radius:4px;background:#fff url(logo) center/contain no-repeat content-box;background-clip:padding-box}`;
}

/** @param openFront finds the link; no code is needed to see the brand */
export function brandPages<Front>(
  pages: LinkPages,
  ctx: Ctx,
  { openFront, accountIdOf }: { readonly openFront: OpenLink<Front>; readonly accountIdOf: (front: Front) => string },
): void {
  pages.get('/brand.css', openFront, async (_, reply, front) => {
    const { brandColour } = await readAccountSettings(ctx, accountIdOf(front));
    const logo = await readLogo(ctx, accountIdOf(front));
    return keep(reply)
      .type('text/css; charset=utf-8')
      .send(`:root{--govuk-brand-colour:${brandColour}}${logo === undefined ? '' : logoRule(logo)}`);
  });
  pages.get('/logo', openFront, async (_, reply, front) => {
    const logo = await readLogo(ctx, accountIdOf(front));
    if (logo === undefined) throw new Refusal('not_found');
    return keep(reply).type(logoMediaTypes[logo.type]).send(logo.content);
  });
}
