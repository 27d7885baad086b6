// What ended since the working day before, for the first page: what was completed, and from what candidates withdrew.
import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { CheckState } from '../../../features/checks/check-states.ts';
import { readCompletedLately, readWithdrawnLately } from '../../../features/lists/completed-check-actions.ts';
import { checkTags, lightTags } from '../../shared/status-tags.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const SHOWN = 5;

/** Where all of that status are listed. */
type HrefOf = (status: CheckState) => string;

/** Undefined for users who may not read results, or if nothing was completed. */
export async function completedIn(ctx: Ctx, user: ClientUser, environment: Environment, hrefOf: HrefOf) {
  if (!mayDo(user, 'read_results')) return undefined;
  const { since, checks, hasMore } = await readCompletedLately(ctx, callerFor(user, environment), SHOWN);
  if (checks.length === 0) return undefined;
  const rows = checks.map(({ light, ...check }) => ({
    ...check,
    href: `/portal/checks/${check.id}`,
    light: light === null ? checkTags.complete : lightTags[light],
  }));
  return { since, rows, hasMore, allHref: hrefOf('complete') };
}

/** Undefined if no candidate withdrew. */
export async function withdrawnIn(ctx: Ctx, user: ClientUser, environment: Environment, hrefOf: HrefOf) {
  const { since, checks, hasMore } = await readWithdrawnLately(ctx, callerFor(user, environment), SHOWN);
  if (checks.length === 0) return undefined;
  const rows = checks.map((check) => ({ ...check, href: `/portal/checks/${check.id}` }));
  return { since, rows, hasMore, allHref: hrefOf('withdrawn') };
}
