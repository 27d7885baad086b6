// The filter "Subsidiary" of the client's pages and files. Who sees the whole account, or several of them, may choose
// one: they then read as a user of it does, by the scope of every finder. Users of one have nothing to choose.
import type { Ctx } from '../../../context.ts';
import { scopeOf } from '../../../features/access/scope-rules.ts';
import { listOfferedSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { WHOLE_ACCOUNT } from '../../shared/orders/order-submission.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

export interface SubsidiaryFilter {
  /** The user, narrowed to what is chosen. */
  readonly user: ClientUser;
  /** As the address has it; undefined for all. */
  readonly subsidiary: string | undefined;
  /** For `shared/list-selects.njk`; none where there is nothing to choose. */
  readonly selects: readonly {
    readonly name: string;
    readonly label: string;
    readonly items: readonly { readonly value: string; readonly text: string; readonly selected: boolean }[];
  }[];
  /** The name of an order's subsidiary; undefined where no page has to say it. */
  readonly nameOf: ((subsidiaryId: string | null) => string) | undefined;
}

/** An unknown subsidiary counts as none, so that old bookmarks still open. @param query of the address */
export async function subsidiaryFilter(ctx: Ctx, user: ClientUser, query: unknown): Promise<SubsidiaryFilter> {
  const all = await listOfferedSubsidiaries(ctx, callerFor(user, 'live'));
  if (all.length === 0) return { user, subsidiary: undefined, selects: [], nameOf: undefined };
  const asked = (query as { readonly subsidiary?: unknown }).subsidiary;
  const subsidiary = all.find(({ id }) => id === asked)?.id;
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const items = [{ id: '', name: 'All' }, ...all].map(({ id, name }) => ({
    value: id,
    text: name,
    selected: id === (subsidiary ?? ''),
  }));
  return {
    user: subsidiary === undefined ? user : { ...user, ...scopeOf(subsidiary) },
    subsidiary,
    selects: [{ name: 'subsidiary', label: user.units.One, items }],
    nameOf: (id) => (id === null ? WHOLE_ACCOUNT : (names.get(id) ?? `Another ${user.units.one}`)),
  };
}
