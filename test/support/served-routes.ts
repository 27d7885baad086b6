// The routes of the running server, recorded while it registers them, and which requests reached their handlers.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { type Permission, permissions } from '../../src/features/access/permissions.ts';

export interface Route {
  readonly method: string;
  readonly url: string;
  readonly access: string | undefined;
}

export interface ServedRoutes<T> {
  readonly server: T;
  readonly routes: readonly Route[];
  /** Method, address and caller (by the header `x-asker`) of each request that reached the handler of its route. */
  readonly handled: ReadonlySet<string>;
}

export const isPermission = (access: string | undefined): access is Permission =>
  permissions.some((one) => one === access);

/**
 * Starts a server by `start`, and records every route that it registers. @param change what a route demands, to show that a
 * proof can fail
 */
export async function recordRoutes<T>(
  start: () => Promise<T>,
  change: (route: Route) => Route = (same) => same,
): Promise<ServedRoutes<T>> {
  const registered: RouteOptions[] = [];
  const handled = new Set<string>();
  const observe = ({ fastify: app }: { readonly fastify: FastifyInstance }) => {
    app.addHook('onRoute', (route) => {
      const { method, url, handler } = route;
      const { access } = change({ method: String(method), url, access: route.config?.access });
      if (access !== undefined) route.config = { ...route.config, access };
      registered.push(route);
      route.handler = function (this: FastifyInstance, request, reply) {
        handled.add(`${method} ${url} ${request.headers['x-asker']}`);
        return handler.call(this, request, reply);
      };
    });
  };
  subscribe('fastify.initialization', observe as never);
  try {
    const server = await start();
    // Read after all scopes have registered their routes.
    const routes = registered.map(({ method, url, config }) => ({
      method: String(method),
      url,
      access: config?.access,
    }));
    return { server, routes: routes.filter(({ method }) => method !== 'HEAD'), handled };
  } finally {
    unsubscribe('fastify.initialization', observe as never);
  }
}
