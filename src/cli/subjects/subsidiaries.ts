// `probity subsidiaries`: the organisations of an account for which orders may be placed.
import { changeSubsidiary, createSubsidiary, listSubsidiaries } from '../../features/accounts/subsidiary-actions.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { note } from './set-up.ts';
import { findSubsidiaryId, isoTime, listing, type Subject, textIn } from './subject.ts';

const rowOf = ({ id, name, external_id, ended_at }: Awaited<ReturnType<typeof listSubsidiaries>>[number]): Row => ({
  id,
  name,
  externalId: external_id,
  endedAt: isoTime(ended_at),
});

export const subsidiaries: Subject = {
  createsInAccount: true,
  creation: {
    section: 'subsidiaries',
    fields: [
      { name: 'name', kind: 'text', required: true, meaning: 'name of the organisation' },
      { name: 'externalId', kind: 'text', meaning: "the client's identifier for it in requests" },
    ],
    async create(setUp, accountId, entry) {
      const given = { name: String(entry.name), externalId: textIn(entry, 'externalId') };
      const { id } = await createSubsidiary(setUp.ctx, 'system', accountId!, given);
      note(setUp, 'subsidiaries', { id, ...given });
    },
  },
  verbs: {
    change: {
      summary: 'rename one, or change its external id; its orders, users and keys stay with it',
      ofAccount: true,
      fields: [
        { name: 'subsidiary', kind: 'text', required: true, meaning: 'its name, its id or its external id' },
        { name: 'name', kind: 'text', meaning: 'its new name' },
        { name: 'externalId', kind: 'text', meaning: "the client's identifier for it in requests; empty for none" },
      ],
      async run(ctx, accountId, { subsidiary, ...change }) {
        const id = (await findSubsidiaryId(ctx, accountId, String(subsidiary)))!;
        await changeSubsidiary(ctx, 'system', accountId, { id, ...(change as { name?: string; externalId?: string }) });
        return (await listSubsidiaries(ctx, 'system', accountId)).filter((one) => one.id === id).map(rowOf);
      },
    },
    end: {
      summary: 'accept no more orders for one; what is ordered goes on',
      ofAccount: true,
      fields: [
        { name: 'subsidiary', kind: 'text', required: true, meaning: 'its name, its id or its external id' },
        { name: 'reopen', kind: 'flag', meaning: 'accept orders for one that has ended' },
      ],
      async run(ctx, accountId, { subsidiary, reopen }) {
        const id = (await findSubsidiaryId(ctx, accountId, String(subsidiary)))!;
        await changeSubsidiary(ctx, 'system', accountId, { id, hasEnded: reopen !== true });
        return (await listSubsidiaries(ctx, 'system', accountId)).filter((one) => one.id === id).map(rowOf);
      },
    },
    list: listing('list those of the account', async (ctx, accountId) =>
      (await listSubsidiaries(ctx, 'system', accountId)).map(rowOf),
    ),
  },
};

export const describe = describing(subsidiaries);
