// What the fuzzer knows of the program under test: its keys, and the newest resources that it was told of.

import { v2Bases } from '../../../src/api/v2/index.ts';
import type { Environment } from '../../../src/context.ts';
import type { Random } from '../../support/random.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { WireAnswer } from './wire-client.ts';

export interface World {
  readonly keys: Readonly<Record<Environment, string>>;
  readonly readOnlyKey: string;
  /** For the parameters of a path, by their names. */
  drawIds(environment: Environment, random: Random): Readonly<Record<string, string>>;
  learn(request: FuzzRequest, answer: WireAnswer): void;
}

interface Made {
  readonly id: string;
  readonly href: string;
  readonly reports?: readonly { readonly id: string }[];
}

/** Few enough that operations meet, enough that not everything is deleted or complete. */
const kept = 50;
const nobody = '01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10';

export function createWorld(keys: Readonly<Record<Environment, string>>, readOnlyKey: string): World {
  const made: Record<string, Made[]> = {};
  const pool = (environment: Environment, operationId: string) => {
    const key = `${environment} ${operationId}`;
    made[key] ??= [];
    return made[key];
  };
  return {
    keys,
    readOnlyKey,
    drawIds(environment, random) {
      const draw = (operationId: string): Made | undefined => {
        const all = pool(environment, operationId);
        return all.length === 0 ? undefined : random.pick(all);
      };
      const check = draw('createCheck');
      const ofCheck = /applicants\/([^/]+)/.exec(check?.href ?? '')?.[1];
      const applicant = draw('createApplicant')?.id;
      return {
        applicant_id: (random.below(2) === 0 ? ofCheck : applicant) ?? nobody,
        check_id: check?.id ?? nobody,
        report_id: (check?.reports && random.pick(check.reports)?.id) ?? nobody,
        webhook_id: draw('registerWebhook')?.id ?? nobody,
      };
    },
    learn(request, answer) {
      if (answer.status !== 201) return;
      const environment = request.path.startsWith(v2Bases.live) ? 'live' : 'test';
      const all = pool(environment, request.operationId);
      all.push(JSON.parse(answer.body.toString('utf8')) as Made);
      if (all.length > kept) all.shift();
    },
  };
}
