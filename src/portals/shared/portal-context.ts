// The context of the portals, for what happens at every request whatever its page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';

const NAME = 'portalContext';

export const addPortalContext = (app: FastifyInstance, ctx: Ctx): void => {
  app.decorate(NAME, ctx);
};

export const portalContext = ({ server }: FastifyRequest): Ctx => server.getDecorator<Ctx>(NAME);
