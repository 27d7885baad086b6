// The evidence of controls, for an auditor to read and print.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { readControlEvidence } from '../../../features/events/control-evidence-actions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';

const jobTexts: Readonly<Record<string, string>> = {
  erase_due_people: 'People whose time is over',
  delete_due_contents: 'Contents of certificates, files of orders, words of old complaints',
  prune: 'Security events, provider exchanges, drafts and other rows whose days are over',
  sweep_files: 'Stored files to which nothing refers',
};

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
        deletions: evidence.deletions.map(({ job, last }) => ({ text: jobTexts[job] ?? job, job, last })),
      });
    },
  );
}
