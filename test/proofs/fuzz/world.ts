// The fuzzer's knowledge about the program under test: its keys, and the newest resources that it created.
import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import type { Environment } from '../../../src/context.ts';
import type { Random } from '../../support/random.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { DrawMade } from './interfaces.ts';
import type { WireAnswer } from './wire-client.ts';

export interface World {
  readonly keys: Readonly<Record<Environment, string>>;
  readonly readOnlyKey: string;
  drawMade(environment: Environment, random: Random): DrawMade;
  learn(request: FuzzRequest, answer: WireAnswer): void;
}

/** Few enough that operations share resources, enough that some are neither deleted nor complete. */
const kept = 50;

export function createWorld(keys: Readonly<Record<Environment, string>>, readOnlyKey: string): World {
  const made = new Map<string, JsonObject[]>();
  return {
    keys,
    readOnlyKey,
    drawMade: (environment, random) => (operationId) => {
      const all = made.get(`${environment} ${operationId}`);
      return all && random.pick(all);
    },
    learn({ environment, operationId }, answer) {
      if (answer.status !== 201) return;
      const kind = `${environment} ${operationId}`;
      const all = [...(made.get(kind) ?? []), JSON.parse(answer.body.toString('utf8')) as JsonObject];
      made.set(kind, all.slice(-kept));
    },
  };
}
