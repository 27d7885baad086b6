// The context of the portals, for what happens at every request whatever its page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';

const NAME = 'portalContext';

export const addPortalContext = (app: FastifyInstance, ctx: Ctx): void => {
  app.decorate(NAME, ctx);
};

export const portalContext = ({ server }: FastifyRequest): Ctx => server.getDecorator<Ctx>(NAME);

/** Undefined where no portal is prepared, as for an address that is of none. */
export const portalContextIfAny = ({ server }: FastifyRequest): Ctx | undefined =>
  server.hasDecorator(NAME) ? server.getDecorator<Ctx>(NAME) : undefined;
