// Whose orders the client's first page says that they wait: one's own, or everybody's; the browser keeps the choice.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes, cookieNames } from '../../shared/portal-cookies.ts';

const texts = { everybody: 'Everybody’s', mine: 'Mine' } as const;
export type Whose = keyof typeof texts;

const KEPT_SECONDS = 365 * 86_400;

/** What the address says, which is kept then; else what was kept. */
export function whoseIn(request: FastifyRequest, reply: FastifyReply): Whose {
  const { whose: asked } = request.query as { readonly whose?: unknown };
  const whose = (asked ?? request.cookies[cookieNames.whose]) === 'mine' ? 'mine' : 'everybody';
  if (asked !== undefined) reply.setCookie(cookieNames.whose, whose, { ...cookieAttributes, maxAge: KEPT_SECONDS });
  return whose;
}

export const whoseChoices = (chosen: Whose, hrefOf: (whose: Whose) => string) =>
  (Object.keys(texts) as Whose[]).map((one) => ({ text: texts[one], active: one === chosen, href: hrefOf(one) }));
