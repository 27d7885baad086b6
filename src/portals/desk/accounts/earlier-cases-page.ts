// Bringing the cases of the screening company's earlier system into an account: a ZIP is checked, then brought in whole.

import type { FastifyReply } from 'fastify';
import type { Caller, Ctx, OrderScope } from '../../../context.ts';
import {
  bringInEarlier,
  type JudgedBundle,
  judgeBundle,
  LARGEST_UPLOAD_BYTES,
  MOST_EARLIER,
} from '../../../features/earlier-cases/bring-in-actions.ts';
import { countEarlierCases } from '../../../features/earlier-cases/earlier-case-actions.ts';
import { bundleOfZip } from '../../../features/earlier-cases/earlier-case-bundle.ts';
import { earlierColumns, titleOf, typeLabels } from '../../../features/earlier-cases/earlier-case-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { sheetTemplate, unreadText } from '../../../lib/sheet-rows.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { sizeInWords } from '../../shared/files/order-files.ts';
import { lightTags } from '../../shared/status-tags.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { counted } from './overview-page.ts';

const path = '/earlier-cases';
const shownRows = 50;
const permission = 'manage_accounts' as const;

const notices = { brought: 'The cases are brought in. The client finds them under People, and you by the search.' };

const callerIn = ({ account, by, user }: OpenedAccount) => ({
  ...by,
  permissions: user.permissions,
  ...({ accountId: account.id, environment: 'live', subsidiaryIds: null, clockOffsetSeconds: 0 } as const),
});

interface Shown {
  readonly errors?: FieldMessages;
  readonly unread?: readonly string[];
  readonly judged?: JudgedBundle;
}

function previewOf({ cases, unused }: JudgedBundle) {
  const days = cases.map(({ earlier }) => earlier.completedOn).toSorted();
  return {
    title: `${counted(cases.length, 'case')} can be brought in`,
    ...{ first: days[0], last: days.at(-1) },
    unused:
      unused === 0 ? undefined : `${counted(unused, 'file')} of the ZIP ${unused === 1 ? 'is' : 'are'} named by no row`,
    more: Math.max(0, cases.length - shownRows),
    rows: cases.slice(0, shownRows).map(({ earlier }) => ({
      ...{ number: earlier.number, name: fullName(earlier.firstName, earlier.lastName), bornOn: earlier.dob },
      ...{ completedOn: earlier.completedOn, light: lightTags[earlier.light], types: typeLabels(earlier).join(', ') },
    })),
  };
}

export function earlierCasesPage(pages: AccountPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, shown: Shown = {}) {
    const { errors, judged, unread = [] } = shown;
    if (errors !== undefined) reply.status(422);
    const wrong = judged?.wrong ?? [];
    const isFit = judged !== undefined && errors === undefined;
    return renderAccountPage(request, reply, 'earlier-cases.njk', opened, {
      title: 'Bring in earlier cases',
      section: 'Overview',
      done: noticeIn(request, notices),
      count: await countEarlierCases(ctx, callerIn(opened)),
      action: `${opened.path}${path}`,
      templateHref: `${opened.path}${path}/file`,
      columns: earlierColumns,
      most: MOST_EARLIER,
      largest: sizeInWords(LARGEST_UPLOAD_BYTES),
      largestPdf: sizeInWords(ctx.settings.attachmentMaximumBytes),
      errors,
      unread: unreadText(unread),
      wrongRows: wrong.slice(0, shownRows).map(({ rowNumber, problems }) => ({
        rowNumber,
        problems: problems.map((one) => ({ column: titleOf(one), text: one.text })),
      })),
      wrongCount: wrong.length,
      preview: isFit ? previewOf(judged) : undefined,
      acts: [
        { value: 'check', text: 'Check it, and store nothing', checked: !isFit },
        { value: 'bring', text: 'Bring the cases in', checked: isFit },
      ],
    });
  }

  /** Why nothing can be brought in; undefined if it can. */
  function whyNot({ cases, wrong, known }: JudgedBundle): string | undefined {
    const texts = [
      ...(wrong.length === 0 ? [] : [`${counted(wrong.length, 'row')} ${wrong.length === 1 ? 'is' : 'are'} not right`]),
      ...(known.length === 0
        ? []
        : [
            `${counted(known.length, 'case')} with the same number ${known.length === 1 ? 'is' : 'are'} brought in already: row ${known.slice(0, shownRows).join(', ')}`,
          ]),
    ];
    if (texts.length > 0) return `${texts.join(', and ')}. Nothing is brought in until every row can be`;
    return cases.length === 0 ? 'There is no case in it' : undefined;
  }

  async function take(request: FormRequest, reply: FastifyReply, opened: OpenedAccount) {
    const refuse = (texts: readonly string[], more: Shown = {}) =>
      show(request, reply, opened, { ...more, errors: { file: texts } });
    const { fileName, content } = sentFile(request);
    if (fileName === '') return refuse(['Choose the ZIP']);
    const archive = await readAtMost(content, LARGEST_UPLOAD_BYTES);
    if (archive === undefined)
      return refuse([
        `The ZIP must be smaller than ${sizeInWords(LARGEST_UPLOAD_BYTES)}: split it, or ask the operator`,
      ]);
    const bundle = await bundleOfZip(archive, MOST_EARLIER);
    const { unread, faults } = bundle;
    if (faults.length > 0) return refuse(faults, { unread });
    const caller: Caller & OrderScope = callerIn(opened);
    const judged = await judgeBundle(ctx, caller, bundle);
    const why = whyNot(judged);
    if (why !== undefined) return refuse([why], { unread, judged });
    if (typed(request, 'act') !== 'bring') return show(request, reply, opened, { unread, judged });
    try {
      await bringInEarlier(ctx, caller, judged.cases);
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'already_taken')) throw error;
      return refuse(['Somebody has brought in one of these cases meanwhile: check the file again'], { unread });
    }
    return reply.redirect(`${opened.path}${path}?done=brought`, 303);
  }

  pages.get(path, { permission }, show);
  pages.post(path, { permission }, take);
  pages.get(`${path}/file`, { permission }, async (_request, reply) =>
    sendCsv(reply, 'earlier-cases', [sheetTemplate({}, earlierColumns)]),
  );
}
