// `probity groups`: report type groups, whose reports are ordered together.

import type { Ctx } from '../../context.ts';
import { changeGroup, createGroup, endGroup, listAgreedGroups } from '../../features/report-types/agreement-actions.ts';
import type { OrderedOption } from '../../features/report-types/report-type-rules.ts';
import type { Entry } from '../fields.ts';
import { describing } from '../subject-command.ts';
import { idField, namedType, reportsField, reportsOf, typeName } from './report-names.ts';
import { note } from './set-up.ts';
import { known, listing, type Subject } from './subject.ts';

const membersOf = (entry: Entry) => reportsOf(entry, false);

const groupOf = async (ctx: Ctx, accountId: string, { id }: Entry) =>
  known(
    (await listAgreedGroups(ctx, accountId)).find((group) => group.id === id),
    'id',
  );

export const groups: Subject = {
  createsInAccount: true,
  creation: {
    section: 'groups',
    fields: [{ name: 'name', kind: 'text', required: true, meaning: 'unique in the account' }, reportsField],
    async create(setUp, accountId, entry) {
      const name = String(entry.name);
      const id = await createGroup(setUp.ctx, 'system', accountId!, { name, reports: membersOf(entry) });
      note(setUp, 'groups', { id, name });
    },
  },
  verbs: {
    change: {
      summary: 'change one for later orders; what is left out stays',
      ofAccount: true,
      fields: [
        idField,
        { name: 'name', kind: 'text', meaning: 'its new name' },
        { ...reportsField, required: undefined, meaning: `instead of its reports: ${reportsField.meaning}` },
      ],
      async run(ctx, accountId, entry) {
        const before = await groupOf(ctx, accountId, entry);
        const kept = before.members.map(({ report_type_id, options }) => ({
          ...namedType(typeName(report_type_id)),
          options: options as readonly OrderedOption[] | null,
        }));
        const name = (entry.name as string | undefined) ?? before.name;
        const reports = entry.reports === undefined ? kept : membersOf(entry);
        await changeGroup(ctx, 'system', accountId, before.id, { name, reports });
        return [{ id: before.id, name }];
      },
    },
    end: {
      summary: 'accept no more orders for one',
      ofAccount: true,
      fields: [idField],
      async run(ctx, accountId, entry) {
        const { id, name } = await groupOf(ctx, accountId, entry);
        await endGroup(ctx, 'system', accountId, id);
        return [{ id, name, ended: true }];
      },
    },
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
