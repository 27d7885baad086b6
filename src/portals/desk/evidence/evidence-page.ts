// The evidence of controls, for an auditor to read and print.
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { readControlEvidence } from '../../../features/events/control-evidence-actions.ts';
import { listAccess } from '../../../features/lists/access-review-actions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { trailHref } from '../trail/trail-page.ts';

/** More are under Access, by page. */
const mostPeople = 200;

const jobTexts: Readonly<Record<string, string>> = {
  erase_due_people: 'People whose time is over',
  delete_due_contents: 'Contents of certificates, files of orders, words of old complaints',
  prune: 'Security events, provider exchanges, drafts and other rows whose days are over',
  sweep_files: 'Stored files to which nothing refers',
};

/** Each with the page of everything that they did, the desk first. */
async function peopleOf(ctx: Ctx, user: UserOf<'desk'>) {
  if (!mayDo(user, 'read_security_events')) return undefined;
  const review = { by: authorityOf(user), accounts: user.accounts };
  const found = await listAccess(ctx, review, { offset: 0, limit: mostPeople + 1 });
  const groups = Map.groupBy(found.slice(0, mostPeople), ({ account_name: name }) => name ?? 'The desk');
  return {
    hasMore: found.length > mostPeople,
    groups: [...groups].map(([of, people]) => ({
      of,
      people: people.map(({ id, name, disabled_at: at }) => ({ name, isDisabled: at !== null, href: trailHref(id) })),
    })),
  };
}

export function evidencePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    '/desk/evidence',
    { permission: 'read_audit', menu: 'Controls', menuGroup: 'records' },
    async (request, reply, user) => {
      const evidence = await readControlEvidence(ctx, authorityOf(user));
      return renderPage(request, reply, 'desk/evidence/evidence.njk', {
        ...evidence,
        title: 'Evidence of controls',
        madeAt: ctx.now(),
        trails: await peopleOf(ctx, user),
        deletions: evidence.deletions.map(({ job, last }) => ({ text: jobTexts[job] ?? job, job, last })),
      });
    },
  );
}
