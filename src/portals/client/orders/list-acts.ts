// What is done with the checks that are ticked in the client's list, and what the list says that came of it.
import { mayDo } from '../../../features/access/permissions.ts';
import { MOST_ARCHIVED } from '../../../features/lists/results-archive-actions.ts';
import { mayChangeSubsidiary } from '../../../features/orders/order-subsidiary-actions.ts';
import type { ClientUser } from '../client-caller.ts';
import { moveManyPath, withdrawManyPath } from '../many/many-paths.ts';
import { ownerPath } from '../owner/owner-path.ts';

export const resultsArchivePath = '/portal/results/file';

/** What came of the selected, and why nothing was downloaded. */
const notices = {
  given: 'The orders are given to the colleague, who gets the mails about them.',
  unchosen: 'Select the orders first that a colleague gets.',
  untickedToWithdraw: 'Select the orders first that you withdraw.',
  withdrawn: 'The orders are withdrawn. We tell the candidates by mail.',
  withdrawnSome: 'The orders are withdrawn, but not all of them: look which are still open.',
  untickedToMove: 'Select the orders first that you move.',
  moved: 'The orders are moved. Their new users see them from now on.',
  movedUnseen:
    'The orders are moved. Colleagues who looked after many of them do not see them any more, and get no mails about them: select those, and give them to somebody who does.',
  unselected: 'Select the checks first whose results you download.',
  many: `These are more than ${MOST_ARCHIVED} checks, which is the most for one download: narrow the list, or select some of them.`,
} as const;

export type Notice = keyof typeof notices;

export const noticeNamed = (name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(notices, name) ? notices[name as Notice] : undefined;

/** What the user can do with the orders that are ticked. */
export function manyActsOf(user: ClientUser, hasSubsidiaries: boolean) {
  const acts = [
    { may: mayDo(user, 'read_results'), text: 'Download results of selected', action: resultsArchivePath },
    { may: mayDo(user, 'order_checks'), text: 'Give selected to a colleague', action: ownerPath },
    {
      may: hasSubsidiaries && mayChangeSubsidiary(user),
      text: `Move selected to another ${user.units.one}`,
      action: moveManyPath,
    },
    { may: mayDo(user, 'amend_orders'), text: 'Withdraw selected', action: withdrawManyPath },
  ];
  return acts.filter(({ may }) => may);
}
