// Who may use a route, named where the route is registered: a permission, or one of the words below.
import type { FastifyInstance } from 'fastify';

/**
 * A candidate and a referee prove by link and code who they are, a provider by a signature; what is for anyone asks for no
 * proof.
 */
export type OpenAccess = 'anyone' | 'candidate' | 'referee' | 'provider';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: string;
  }
}

export const openToAnyone = { config: { access: 'anyone' satisfies OpenAccess } } as const;

/** For every route that is registered on `scope` from now on and names none itself. */
export function nameAccess(scope: FastifyInstance, access: OpenAccess): void {
  scope.addHook('onRoute', (route) => {
    route.config = { access, ...route.config };
  });
}
