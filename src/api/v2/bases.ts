// Where interface v2 is served: live and staging have each a base path of their own.
import type { Environment } from '../../context.ts';

export const v2Bases: Readonly<Record<Environment, string>> = { live: '/vftapi/v2', test: '/vft-staging/v2' };

/** What `href` in replies begins with: an alias of both, where the key decides (ours). */
export const v2Alias = '/v2';
