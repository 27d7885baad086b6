// `probity subsidiaries`: the organisations of an account for which orders may be placed.
import { createSubsidiary, listSubsidiaries } from '../../features/accounts/account-actions.ts';
import { describing } from '../subject-command.ts';
import { note } from './set-up.ts';
import { listing, type Subject, textIn } from './subject.ts';

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
    list: listing('list those of the account', async (ctx, accountId) =>
      (await listSubsidiaries(ctx, 'system', accountId)).map(({ id, name, external_id }) => ({
        id,
        name,
        externalId: external_id,
      })),
    ),
  },
};

export const describe = describing(subsidiaries);
