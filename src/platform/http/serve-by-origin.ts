// Serves each part of the service at its own address only, where the operator has given it one.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import { areSeparate, type Origins, placeFor } from '../origins.ts';

/** Register it before the routes. Elsewhere a page is not found; the base redirects to it, for links of earlier mails. */
export function serveByOrigin(app: FastifyInstance, origins: Origins): void {
  if (!areSeparate(origins)) return;
  app.addHook('onRequest', async (request, reply) => {
    const place = placeFor(origins, request.host, request.url, request.routeOptions.url);
    if (place === 'here') return undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (place === 'nowhere' || !isRead) throw new Refusal('not_found');
    return reply.redirect(place.url, 302);
  });
}
