// What programs look for at the root of a site: whom to tell of a weakness, and that nothing here is for search engines.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import { openToAnyone } from './route-access.ts';

const PROMISED_MS = 180 * 86_400_000;

export interface PublicFiles {
  /** An email address or a web address; undefined for no security.txt. */
  readonly securityContact: string | undefined;
  readonly now: () => Date;
}

/** `/robots.txt`, and `/.well-known/security.txt` (RFC 9116) where its contact is set. */
export function addPublicFiles(app: FastifyInstance, { securityContact, now }: PublicFiles): void {
  const text = (reply: FastifyReply, lines: readonly string[]) =>
    reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  app.get('/robots.txt', openToAnyone, async (_request: FastifyRequest, reply) =>
    text(reply, ['User-agent: *', 'Disallow: /']),
  );
  app.get('/.well-known/security.txt', openToAnyone, async (_request: FastifyRequest, reply) => {
    if (securityContact === undefined) throw new Refusal('not_found');
    const contact = securityContact.includes('://') ? securityContact : `mailto:${securityContact}`;
    const expires = new Date(now().getTime() + PROMISED_MS).toISOString();
    return text(reply, [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en']);
  });
}
