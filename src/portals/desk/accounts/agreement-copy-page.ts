// Shows what copying the agreement of another account to this one would change, and copies it once that is confirmed.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  type CopiedAgreement,
  copyAgreement,
  tryCopyingAgreement,
} from '../../../features/report-types/agreement-copy-actions.ts';
import { type AccountPages, type FormRequest, type OpenedAccount, openAccountsOf, typed } from './account-request.ts';
import { type ShowProblems, showChanges } from './report-type-file-pages.ts';

/** The other accounts that the user sees. */
export const accountsToCopy = async (ctx: Ctx, { user, account }: OpenedAccount) =>
  (await openAccountsOf(ctx, user)).filter(({ id }) => id !== account.id);

const named = (noun: string, names: readonly string[]) => (names.length === 0 ? [] : [`${noun}: ${names.join('; ')}.`]);

const addedTo = ({ packages, groups, jobRoles }: CopiedAgreement): string[] => [
  ...named('New packages', packages),
  ...named('New groups', groups),
  ...named('New job roles', jobRoles),
];

const leftIn = ({ kept, refusedRoles }: CopiedAgreement): string[] => [
  ...named('Kept as they are, because this account has one of the name', kept),
  ...named('Job roles that were not copied, because the law allows their level no more', refusedRoles),
];

/** Differs if what would change does. */
const fingerprintOf = (copied: CopiedAgreement): string =>
  createHash('sha256').update(JSON.stringify(copied)).digest('base64url');

export function agreementCopyPage(pages: AccountPages, ctx: Ctx, show: ShowProblems): void {
  pages.post(
    '/report-types/copy',
    { permission: 'manage_agreements' },
    async (request: FormRequest, reply: FastifyReply, opened) => {
      const from = (await accountsToCopy(ctx, opened)).find(({ id }) => id === typed(request, 'from'));
      if (from === undefined) return show(request, reply.status(422), opened, { from: ['Choose an account'] });
      const copying = { from: from.id, to: opened.account.id };
      const tried = await tryCopyingAgreement(ctx, opened.by, copying);
      const shown = fingerprintOf(tried);
      // Something may have changed since it was shown.
      if (typed(request, 'shown') !== shown)
        return showChanges(request, reply, opened, {
          title: `Copy the agreement of ${from.name}?`,
          changes: tried.changes,
          added: addedTo(tried),
          notes: leftIn(tried),
          toConfirm: { from: from.id, shown },
        });
      const copied = await copyAgreement(ctx, opened.by, copying);
      return showChanges(request, reply, opened, {
        title: `The agreement of ${from.name} is copied`,
        changes: copied.changes,
        added: addedTo(copied),
        notes: leftIn(copied),
      });
    },
  );
}
