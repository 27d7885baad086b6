// What the candidate sent, to read and to keep as a PDF.

import type { Ctx } from '../../../context.ts';
import { declarationOf } from '../../../features/candidate-form/consent.ts';
import type { FormPage } from '../../../features/candidate-form/form-page.ts';
import { formStandings } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { readCorrections } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { say } from '../../../messages/say.ts';
import { operatorOf } from '../../shared/about/about-pages.ts';
import { sectionsOf } from '../../shared/fact-fields/answer-sections.ts';
import { orderFiles } from '../../shared/files/order-files.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { replyWithCopy } from '../../shared/sent-copy/sent-copy.ts';
import { type FormPages, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';
import { sentRows } from './corrected-rows.ts';

/** The pages that were answered, as they were sent, with what was corrected since, and the names of the files. */
async function readSent(ctx: Ctx, form: OpenForm, base: string) {
  const { orderId, formCompletedAt } = await showCheck(ctx, form.caller, form.link.checkId);
  const answered = formStandings(form.order.facts, form.sentScope, form.saved)
    .map(({ page }) => page)
    .filter(({ id }) => form.saved.has(id));
  const corrections = await readCorrections(ctx, { tenant: form.caller, id: form.link.checkId }, form.key);
  const operator = operatorOf(ctx.settings).name ?? say('The operator');
  const rowsOf = (page: FormPage) => {
    const ofPage = corrections.filter(({ requirement }) => requirement === page.id);
    // Of the answers only the consent is no fact; what is filled in for an addition is not sent yet.
    const saved = new Map([...form.saved].filter(([id]) => id === 'consent'));
    return sentRows({ ...form, scope: form.sentScope, saved }, page, ofPage, operator);
  };
  const { list } = await orderFiles(ctx, form.caller, orderId, { base, onlyBy: 'candidate' });
  const files = list.map(({ fileName }) => fileName);
  const documents = { section: say('Your documents'), label: say('Documents'), lines: files };
  return {
    order: orderNumber(orderId),
    sentAt: formCompletedAt!,
    declaration: declarationOf(form.order.facts),
    sections: sectionsOf([...answered.flatMap(rowsOf), ...(files.length === 0 ? [] : [documents])]),
  };
}

export function sentPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/sent', requireSubmitted, async (request, reply, form) => {
    const base = formBase(request);
    return renderPage(request, reply, 'candidate/sent/sent.njk', {
      ...formModel(request, form, say('What you sent')),
      ...(await readSent(ctx, form, base)),
    });
  });

  pages.get('/sent/file', requireSubmitted, async (request, reply, form) => {
    const sent = await readSent(ctx, form, formBase(request));
    const { first_name, last_name } = form.order.facts;
    const about = fullName(first_name, last_name);
    const { accountName } = form;
    return replyWithCopy(ctx, reply, 'what-you-sent', { ...sent, title: say('What you sent'), about, accountName });
  });
}
