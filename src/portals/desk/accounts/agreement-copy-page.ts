// Copies the agreement of another account to this one, and says what that changed.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type CopiedAgreement, copyAgreement } from '../../../features/report-types/agreement-copy-actions.ts';
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

export function agreementCopyPage(pages: AccountPages, ctx: Ctx, show: ShowProblems): void {
  pages.post(
    '/report-types/copy',
    { permission: 'manage_agreements' },
    async (request: FormRequest, reply: FastifyReply, opened) => {
      const from = (await accountsToCopy(ctx, opened)).find(({ id }) => id === typed(request, 'from'));
      if (from === undefined) return show(request, reply.status(422), opened, { from: ['Choose an account'] });
      const copied = await copyAgreement(ctx, opened.by, { from: from.id, to: opened.account.id });
      return showChanges(request, reply, opened, {
        title: `The agreement of ${from.name} is copied`,
        changes: copied.changes,
        added: addedTo(copied),
        notes: leftIn(copied),
      });
    },
  );
}
