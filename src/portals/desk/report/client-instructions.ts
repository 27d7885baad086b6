// What the client has agreed with the screening company, such as whom never to call, in the head of each of its reports.
import { linesIn } from '../../../features/accounts/account-setting.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { ReportPanel } from './report-panel.ts';

export const clientInstructionsPanel: ReportPanel = {
  place: 'work',
  template: 'desk/report/client-instructions.njk',
  async model(ctx, { accountName, caller }) {
    const lines = linesIn((await readAccountSettings(ctx, caller.accountId)).screenerInstructions);
    return lines.length === 0 ? undefined : { accountName, lines };
  },
};
