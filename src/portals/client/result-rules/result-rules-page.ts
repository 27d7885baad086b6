// The client's own result rules: what makes a report Amber or Red, in force, to come and earlier.
import type { Ctx } from '../../../context.ts';
import { readRules } from '../../../features/result-rules/rule-set-actions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { setModel } from '../../shared/result-rules/rule-rows.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { callerFor } from '../client-caller.ts';

export const resultRulesPath = '/portal/agreement/result-rules';

export function resultRulesPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(resultRulesPath, { permission: 'read_agreement' }, async (request: FormRequest, reply, user) => {
    const { sets, current, coming } = await readRules(ctx, callerFor(user, 'live'), user.accountId);
    const shown = new Set([current?.version, ...coming.map(({ version }) => version)]);
    return renderPage(request, reply, 'client/result-rules/result-rules.njk', {
      title: 'Result rules',
      back: { text: 'Agreement', href: '/portal/agreement' },
      current: current && setModel(current),
      coming: coming.map(setModel),
      earlier: sets.filter(({ version }) => !shown.has(version)).map(setModel),
    });
  });
}
