// What a candidate sent, as they and whoever posts it to them read it: the answers with what was corrected since, how they
// came, and the names of the files.
import type { Ctx } from '../../../context.ts';
import { declarationOf } from '../../../features/candidate-form/consent.ts';
import type { FormPage } from '../../../features/candidate-form/form-page.ts';
import { formStandings } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { readTakenAnswers } from '../../../features/candidate-form/taken-answer-actions.ts';
import type { TakenAnswers } from '../../../features/candidate-form/taken-answer-queries.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { readCorrections } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { say } from '../../../messages/say.ts';
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import { operatorOf } from '../about/about-pages.ts';
import { sectionsOf } from '../fact-fields/answer-sections.ts';
import { orderFiles } from '../files/order-files.ts';
import { orderNumber } from '../page-filters.ts';
import { sentRows } from './corrected-rows.ts';

const came: Readonly<Record<TakenAnswers['from'], readonly [whole: Sentence, part: Sentence]>> = {
  telephone: [
    'You gave these answers on the telephone, and we typed them.',
    'You gave some of these answers on the telephone, and we typed them.',
  ],
  paper: [
    'You sent these answers on paper, and we typed them.',
    'You sent some of these answers on paper, and we typed them.',
  ],
};

export async function readSentAnswers(ctx: Ctx, form: OpenForm, base: string) {
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
  const taken = await readTakenAnswers(ctx, form.caller, form.link.checkId);
  const { first_name, last_name } = form.order.facts;
  return {
    order: orderNumber(orderId),
    about: fullName(first_name, last_name),
    accountName: form.accountName,
    sentAt: formCompletedAt!,
    came: taken.map(({ from, isWhole }) => say(came[from][isWhole ? 0 : 1])),
    declaration: declarationOf(form.order.facts),
    sections: sectionsOf([...answered.flatMap(rowsOf), ...(files.length === 0 ? [] : [documents])]),
  };
}
