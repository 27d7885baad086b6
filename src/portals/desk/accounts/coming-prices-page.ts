// The prices and fees to come in all accounts that the user sees, by day, each of which can be taken back.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { keepsStandard, readStandard } from '../../../features/accounts/house-standard-actions.ts';
import { type ComingPrice, listComingPrices, takeBackComing } from '../../../features/lists/coming-price-actions.ts';
import { volumeWords } from '../../../features/report-types/volume-price-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { agreedPrice } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import {
  accountsPath,
  type DeskUser,
  type FormRequest,
  noticeIn,
  openAccountsOf,
  standardName,
  standardPath,
  typedAll,
} from './account-request.ts';

export const comingPricesPath = `${accountsPath}/prices/coming`;

const notices = {
  taken_back: 'It is taken back: the prices and fees of today stay. The history of each account says so.',
};

const words = {
  steps: {
    ...{ input: 'steps', begins: 'One of the ticked steps', empty: 'Tick what is taken back' },
    instead: { 'is another by now': 'One of the ticked steps is another by now: see what is to come, and tick again' },
  },
};

/** What is ticked: as it was shown, so that nothing else is taken back. */
const shownValue = (one: ComingPrice) =>
  [
    ...[one.account_id, one.report_type_id, one.nextFrom, one.nextPricePence ?? '', one.nextFeePence ?? ''],
    one.nextVolumePrices ?? '',
  ].join('/');

function nextText({ nextPricePence, nextFeePence, nextVolumePrices }: ComingPrice): string {
  return [
    ...(nextPricePence === null ? [] : [inPounds(nextPricePence)]),
    ...(nextFeePence === null ? [] : [`${inPounds(nextFeePence)} fee`]),
    ...(nextVolumePrices === null ? [] : [volumeWords(nextVolumePrices)]),
  ].join(' + ');
}

export function comingPricesPage(pages: Pages<'desk'>, ctx: Ctx): void {
  /** With the house standard for who keeps it. */
  async function stepsOf(user: DeskUser) {
    const by = authorityOf(user);
    const standard = (await keepsStandard(ctx, by)) ? await readStandard(ctx, by) : undefined;
    const ids = (await openAccountsOf(ctx, user)).map(({ id }) => id);
    const steps = await listComingPrices(ctx, by, [...ids, ...(standard === undefined ? [] : [standard.id])]);
    return { steps, standardId: standard?.id };
  }

  async function show(request: FormRequest, reply: FastifyReply, user: DeskUser, errors?: FieldMessages) {
    const { steps, standardId } = await stepsOf(user);
    const ticked = typedAll(request, 'steps');
    return renderPage(request, reply, 'desk/accounts/coming-prices.njk', {
      title: 'Prices to come',
      back: { text: 'All accounts', href: accountsPath },
      done: noticeIn(request, notices),
      errors,
      action: comingPricesPath,
      mayTakeBack: mayDo(user, 'manage_agreements'),
      rows: steps.map((one) => {
        const isHouse = one.account_id === standardId;
        const path = isHouse ? standardPath : `${accountsPath}/${one.account_id}`;
        return {
          ...{ value: shownValue(one), isTicked: ticked.includes(shownValue(one)), on: one.nextFrom },
          account: isHouse ? `T${standardName.slice(1)}` : one.account,
          ...{ report: one.type.label, href: `${path}/report-types/${one.type.id}` },
          ...{ now: agreedPrice(one.pricePence, one.feePence ?? 0), next: nextText(one) },
        };
      }),
    });
  }

  pages.get(comingPricesPath, { permission: 'read_accounts' }, (request: FormRequest, reply, user) =>
    show(request, reply, user),
  );
  pages.post(comingPricesPath, { permission: 'manage_agreements' }, async (request: FormRequest, reply, user) => {
    const ticked = typedAll(request, 'steps');
    const { steps } = await stepsOf(user);
    const chosen = steps.filter((one) => ticked.includes(shownValue(one)));
    const errors =
      chosen.length < ticked.length
        ? { steps: [words.steps.instead['is another by now']] }
        : await refusedFields(() => takeBackComing(ctx, authorityOf(user), chosen), words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${comingPricesPath}?done=taken_back`, 303);
  });
}
