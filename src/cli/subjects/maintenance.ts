// `probity maintenance`: notices of planned maintenance, which stand on every page.
import {
  announceMaintenance,
  listMaintenance,
  type Notice,
  takeBackMaintenance,
} from '../../features/maintenance/maintenance-actions.ts';
import { describing } from '../subject-command.ts';
import { isoTime, type LookedAfter, textIn } from './subject.ts';

const rowOf = ({ id, words, from, to, isListed }: Notice) => ({
  ...{ id, words, from: isoTime(from), to: isoTime(to), takenBack: !isListed },
});

export const maintenance: LookedAfter = {
  section: 'maintenance',
  elsewhere: 'While the service is stopped for it, `probity serve --maintenance-until TIME` says so.',
  verbs: {
    announce: {
      summary: 'say on every page when the service will be away; ends by itself',
      ofAccount: false,
      fields: [
        { name: 'from', kind: 'text', required: true, meaning: 'UK time at which it begins, such as 2026-12-01T20:00' },
        { name: 'to', kind: 'text', required: true, meaning: 'UK time at which it ends' },
        { name: 'words', kind: 'text', required: true, meaning: 'what people should know' },
        { name: 'welsh', kind: 'text', meaning: 'the same for candidates who read Welsh' },
      ],
      async run(ctx, _, entry) {
        const typed = { from: String(entry.from), to: String(entry.to), words: String(entry.words) };
        const id = await announceMaintenance(ctx, 'system', { ...typed, welsh: textIn(entry, 'welsh') ?? '' });
        return (await listMaintenance(ctx, 'system')).filter((one) => one.id === id).map(rowOf);
      },
    },
    list: {
      summary: 'list all of them, the last ones first',
      ofAccount: false,
      onlyReads: true,
      fields: [],
      run: async (ctx) => (await listMaintenance(ctx, 'system')).map(rowOf),
    },
    'take-back': {
      summary: 'take one back that is not over: it is not to be, or was done early',
      ofAccount: false,
      fields: [{ name: 'id', kind: 'text', required: true, meaning: 'its id, as the list prints it' }],
      async run(ctx, _, entry) {
        const id = String(entry.id).toLowerCase();
        await takeBackMaintenance(ctx, 'system', id);
        return (await listMaintenance(ctx, 'system')).filter((one) => one.id === id).map(rowOf);
      },
    },
  },
};

export const describe = describing(maintenance);
