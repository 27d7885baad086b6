// Reports whether the process is alive and whether it is ready for requests.
import type { FastifyInstance } from 'fastify';
import { openToAnyone } from './route-access.ts';

/** Throws or rejects if what it checks is not available. */
export type ReadinessCheck = () => Promise<unknown>;

export interface Health {
  /** By name; the names are public. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  readonly checkMs: number;
  readonly isStopping: () => boolean;
}

async function passes(check: ReadinessCheck, checkMs: number): Promise<boolean> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, checkMs);
  try {
    await Promise.race([check(), promise]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** `GET /health/live` and `/health/ready`. Each check runs once at a time, however many requests wait for it. */
export function addHealthRoutes(app: FastifyInstance, { checks, checkMs, isStopping }: Health): void {
  let running: Promise<Record<string, 'ok' | 'failed'>> | undefined;
  const run = async () => {
    const names = Object.entries(checks).map(
      async ([name, check]) => [name, (await passes(check, checkMs)) ? 'ok' : 'failed'] as const,
    );
    return Object.fromEntries(await Promise.all(names));
  };
  const results = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  app.get('/health/live', openToAnyone, async () => ({ status: 'live' }));
  app.get('/health/ready', openToAnyone, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    const found = await results();
    const ready = Object.values(found).every((result) => result === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', checks: found });
  });
}
