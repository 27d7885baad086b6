// Shows what copying the agreement of another account to this one would change, and copies it once that is confirmed.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readStandard } from '../../../features/accounts/house-standard-actions.ts';
import {
  type CopiedAgreement,
  copyAgreement,
  takePrices,
  tryCopying,
} from '../../../features/report-types/agreement-copy-actions.ts';
import {
  type AccountPages,
  type FormRequest,
  type OpenedAccount,
  openAccountsOf,
  standardName,
  typed,
} from './account-request.ts';
import { type ShowProblems, showChanges } from './report-type-file-pages.ts';

/** The house standard, if there is one, and the other accounts that the user sees. */
export async function accountsToCopy(ctx: Ctx, { user, account, by }: OpenedAccount) {
  const standard = await readStandard(ctx, by);
  const others = (await openAccountsOf(ctx, user)).map(({ id, name }) => ({ id, name, isStandard: false }));
  const all = standard === undefined ? others : [{ id: standard.id, name: standardName, isStandard: true }, ...others];
  return all.filter(({ id }) => id !== account.id);
}

const named = (noun: string, names: readonly string[]) => (names.length === 0 ? [] : [`${noun}: ${names.join('; ')}.`]);

const addedTo = ({ packages, groups, jobRoles }: CopiedAgreement): string[] => [
  ...named('New packages', packages),
  ...named('New groups', groups),
  ...named('New job roles', jobRoles),
];

const leftIn = ({ kept, refusedRoles, unorderedPackages }: CopiedAgreement): string[] => [
  ...named('Kept as they are, because this account has one of the name', kept),
  ...named('Job roles that were not copied, because the law allows their level no more', refusedRoles),
  ...named(
    'Packages that were not copied, because only subsidiaries order them which this account does not have',
    unorderedPackages,
  ),
];

/** Differs if what would change does. */
const fingerprintOf = (copied: CopiedAgreement): string =>
  createHash('sha256').update(JSON.stringify(copied)).digest('base64url');

/** What can be copied of another account. */
const copies = {
  all: {
    what: 'all',
    copy: copyAgreement,
    asks: (from: string) => `Copy the agreement of ${from}?`,
    button: 'Copy the agreement',
    done: (from: string) => `The agreement of ${from} is copied`,
  },
  prices: {
    what: 'prices',
    copy: takePrices,
    asks: (from: string) => `Take over today’s prices of ${from}?`,
    button: 'Take over the prices',
    done: (from: string) => `The prices of ${from} are taken over`,
  },
} as const;

export function agreementCopyPage(pages: AccountPages, ctx: Ctx, show: ShowProblems): void {
  pages.post(
    '/report-types/copy',
    { permission: 'manage_agreements' },
    async (request: FormRequest, reply: FastifyReply, opened) => {
      const from = (await accountsToCopy(ctx, opened)).find(({ id }) => id === typed(request, 'from'));
      if (from === undefined) return show(request, reply.status(422), opened, { from: ['Choose an account'] });
      const copying = { from: from.id, to: opened.account.id };
      const { copy, ...words } = copies[typed(request, 'what') === 'prices' ? 'prices' : 'all'];
      const tried = await tryCopying(ctx, opened.by, copy, copying);
      const shown = fingerprintOf(tried);
      // Something may have changed since it was shown.
      if (typed(request, 'shown') !== shown)
        return showChanges(request, reply, opened, {
          title: words.asks(from.name),
          changes: tried.changes,
          added: addedTo(tried),
          notes: leftIn(tried),
          toConfirm: { from: from.id, what: words.what, shown, button: words.button },
        });
      const copied = await copy(ctx, opened.by, copying);
      return showChanges(request, reply, opened, {
        title: words.done(from.name),
        changes: copied.changes,
        added: addedTo(copied),
        notes: leftIn(copied),
      });
    },
  );
}
