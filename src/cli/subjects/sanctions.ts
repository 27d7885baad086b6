// `probity sanctions`: imports the published files of the lists in which people are searched, and lists the imported
// versions.
import { importSanctionsList, listsInForce } from '../../providers/sanctions/import-actions.ts';
import { type ListName, listNames, listTitles } from '../../providers/sanctions/list-title-rules.ts';
import type { ImportRow } from '../../providers/sanctions/sanctions-store.ts';
import { describing } from '../subject-command.ts';
import { isoTime, type LookedAfter } from './subject.ts';

const rowOf = ({ list, version, imported_at, people, names }: ImportRow) => ({
  list,
  title: listTitles[list],
  version,
  importedAt: isoTime(imported_at),
  people,
  names,
});

export const sanctions: LookedAfter = {
  section: 'lists',
  verbs: {
    import: {
      summary: 'activate the file of a list, completely or not at all',
      ofAccount: false,
      fields: [
        {
          name: 'path',
          kind: 'text',
          required: true,
          isArgument: true,
          meaning: 'the file as published',
        },
        { name: 'list', kind: 'text', required: true, oneOf: listNames, meaning: 'which list it is' },
        { name: 'acceptFewer', kind: 'flag', meaning: 'accept it although it lists far fewer people than before' },
      ],
      async run(ctx, _, { path, list, acceptFewer }) {
        const file = { list: list as ListName, path: String(path), acceptFewer: acceptFewer === true };
        const { row, changed } = await importSanctionsList(ctx, file);
        return [{ ...rowOf(row), changed }];
      },
    },
    lists: {
      summary: 'list the active ones with their versions',
      ofAccount: false,
      onlyReads: true,
      fields: [],
      run: async (ctx) => (await listsInForce(ctx)).map(rowOf),
    },
  },
  elsewhere: 'uk is read as CSV and as XML, un and eu as XML, ofac as sdn_advanced.xml. See docs/sanctions.md.',
};

export const describe = describing(sanctions);
