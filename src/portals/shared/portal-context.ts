// The context of the portals, for what happens at every request whatever its page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';

const NAME = 'portalContext';

export const addPortalContext = (app: FastifyInstance, ctx: Ctx): void => {
  app.decorate(NAME, ctx);
};

export const portalContext = ({ server }: FastifyRequest): Ctx => server.getDecorator<Ctx>(NAME);

/** What an error page says of the service, also where nothing else is served. */
type ErrorContext = Pick<Ctx, 'settings' | 'maintenance' | 'now'>;

const OF_ERRORS = 'errorContext';

export const addErrorContext = (app: FastifyInstance, ctx: ErrorContext): void => {
  app.decorate(OF_ERRORS, ctx);
};

/** Undefined where no portal is prepared, as for an address that is of none. */
export const errorContextIfAny = ({ server }: FastifyRequest): ErrorContext | undefined =>
  server.hasDecorator(OF_ERRORS) ? server.getDecorator<ErrorContext>(OF_ERRORS) : undefined;
