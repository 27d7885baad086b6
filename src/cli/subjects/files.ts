// `probity files`: the quarantine: files in which a virus scanner found something, refused to the sender and kept for
// the operator.
import { deleteFromQuarantine, listQuarantine } from '../../features/attachments/quarantine-actions.ts';
import { describing } from '../subject-command.ts';
import { isId, isoTime, known, type LookedAfter, listing } from './subject.ts';

type Quarantined = Awaited<ReturnType<typeof listQuarantine>>[number];

const rowOf = (file: Quarantined) => ({
  id: file.file_id,
  environment: file.environment,
  order: `VF${file.order_id}`,
  threat: file.threat,
  size: file.size,
  uploadedBy: file.uploaded_by,
  createdAt: isoTime(file.created_at),
});

export const files: LookedAfter = {
  section: 'files',
  verbs: {
    list: listing('list those of the account that are in quarantine', async (ctx, accountId) =>
      (await listQuarantine(ctx, 'system', accountId)).map(rowOf),
    ),
    delete: {
      summary: 'delete one permanently',
      ofAccount: true,
      fields: [{ name: 'id', kind: 'text', required: true, meaning: 'as listed' }],
      async run(ctx, accountId, { id }) {
        const { file_id } = known(
          (await listQuarantine(ctx, 'system', accountId)).find(({ file_id: one }) => isId(id, one)),
          'id',
        );
        return [{ ...rowOf(await deleteFromQuarantine(ctx, 'system', accountId, file_id)), deleted: true }];
      },
    },
  },
};

export const describe = describing(files);
