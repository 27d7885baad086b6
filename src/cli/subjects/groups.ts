// `probity groups`: report type groups, whose reports are ordered together.
import { createGroup, listAgreedGroups } from '../../features/report-types/agreement-actions.ts';
import { describing } from '../subject-command.ts';
import { optionsOf, reportsField, reportsOf, typeName } from './report-names.ts';
import { note } from './set-up.ts';
import { listing, type Subject } from './subject.ts';

export const groups: Subject = {
  createsInAccount: true,
  creation: {
    section: 'groups',
    fields: [{ name: 'name', kind: 'text', required: true, meaning: 'unique in the account' }, reportsField],
    async create(setUp, accountId, entry) {
      const name = String(entry.name);
      const reports = reportsOf(entry, 'options').map(({ more, ...type }, index) => {
        const options = optionsOf(more, `reports[${index}].options`);
        return options === null ? type : { ...type, options };
      });
      const id = await createGroup(setUp.ctx, 'system', accountId!, { name, reports });
      note(setUp, 'groups', { id, name });
    },
  },
  verbs: {
    list: listing('list those of the account', async (ctx, accountId) =>
      (await listAgreedGroups(ctx, accountId)).map(({ id, name, members }) => ({
        id,
        name,
        reports: members.map((member) => typeName(member.report_type_id)),
      })),
    ),
  },
};

export const describe = describing(groups);
