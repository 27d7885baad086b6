// The base paths of interface v2, one per environment.
import type { Environment } from '../../context.ts';

export const v2Bases: Readonly<Record<Environment, string>> = { live: '/vftapi/v2', test: '/vft-staging/v2' };

/** An alias of both base paths: the key decides the environment (ours). Every `href` in replies begins with it. */
export const v2Alias = '/v2';
