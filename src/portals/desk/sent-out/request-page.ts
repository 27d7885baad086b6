// A request to a supplier: its answer, a chase, its cancellation and a corrected cost are recorded, each by a form of its own.

import type { FastifyReply } from 'fastify';
import { type Caller, type Ctx, todayFor } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { findRequestsOf } from '../../../features/lists/sent-out-queries.ts';
import { supplierOrderFile } from '../../../features/supplier-batches/batch-file-actions.ts';
import { correctSupplierAnswer } from '../../../features/suppliers/answer-correction-actions.ts';
import { readSupplierVersions } from '../../../features/suppliers/supplier-actions.ts';
import {
  correctionReasons,
  type SupplierRequest,
  type SupplierRequestStatus,
} from '../../../features/suppliers/supplier-request.ts';
import {
  cancelSupplierRequest,
  chaseSupplier,
  correctSupplierRequest,
  listSupplierRequests,
  recordSupplierAnswer,
} from '../../../features/suppliers/supplier-request-actions.ts';
import { readAnswer, usuallyExpectedOn } from '../../../features/suppliers/supplier-request-rules.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { orderWays } from '../../../messages/en-suppliers.ts';
import { lower } from '../../shared/fact-labels.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { sentFile } from '../../shared/files/file-forms.ts';
import { acceptedFiles, attachSentFile } from '../../shared/files/order-files.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { reportPath } from '../report/report-request.ts';
import { requestTag, supplierHref, timesText } from '../suppliers/supplier-words.ts';
import { reportHead } from './report-head.ts';

const path = `${reportPath}/sent-out/:requestId`;
const options = { permission: 'send_out' } as const;

const notices = { corrected: 'The number and the cost are saved.' };

const reasonItems = (chosen: string) =>
  Object.entries(correctionReasons).map(([value, text]) => ({ value, text, checked: value === chosen }));

interface Opened extends OpenedReport {
  readonly asked: SupplierRequest;
}

async function open(ctx: Ctx, user: UserOf<'desk'>, { params }: FormRequest): Promise<Opened> {
  const opened = await openReport(ctx, user, params.reportId ?? '');
  const requests = await listSupplierRequests(ctx, opened.caller, opened.report.id, opened.key);
  const asked = requests.find(({ id }) => id === params.requestId);
  if (asked === undefined) throw new Refusal('not_found');
  return { ...opened, asked };
}

/** What was typed last, or what the request says. */
function fieldsOf(ctx: Ctx, { caller, asked }: Opened, workingDays: number | null, body: FormRequest['body']) {
  const field = (name: string, otherwise: string) => (body?.[name] === undefined ? otherwise : text(body[name]).trim());
  const today = todayFor(ctx, caller);
  return {
    receivedOn: field('received_on', today),
    answer: field('answer', '').replaceAll('\r\n', '\n'),
    answerCost: field('answer_cost', amountText(asked.costPence)),
    expectedOn: field('expected_on', usuallyExpectedOn(today, workingDays, ctx.calendar())),
    reason: field('reason', '').replaceAll('\r\n', '\n'),
    cancelCost: field('cancel_cost', '0'),
    reference: field('new_reference', asked.reference),
    cost: field('new_cost', amountText(asked.costPence)),
    correctedOn: field('corrected_on', today),
    correctedAnswer: field('corrected_answer', '').replaceAll('\r\n', '\n'),
    because: field('because', ''),
  };
}

type Fields = ReturnType<typeof fieldsOf>;

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
  const opened = await open(ctx, user, request);
  const { asked, caller } = opened;
  const [supplier] = await readSupplierVersions(ctx, authorityOf(user), asked.supplierId);
  const nameOf = await readActorNames(ctx.db, caller.accountId, [
    asked.sentBy,
    ...[asked.endedBy ?? [], asked.correctedBy ?? []].flat(),
    ...asked.earlier.map(({ recordedBy }) => recordedBy),
  ]);
  const fields = fieldsOf(ctx, opened, supplier.workingDays, request.body);
  return renderPage(request, reply, 'desk/sent-out/request.njk', {
    title: asked.supplierName,
    ...reportHead(opened),
    asked: {
      ...asked,
      tag: requestTag(asked.status, asked.isOverdue),
      cost: inPounds(asked.costPence),
      sentBy: nameOf(asked.sentBy).name,
      endedBy: asked.endedBy === null ? undefined : nameOf(asked.endedBy).name,
      correctedBy: asked.correctedBy === null ? undefined : nameOf(asked.correctedBy).name,
      earlier: asked.earlier.map((one) => ({
        ...{ ...one, by: nameOf(one.recordedBy).name, because: correctionReasons[one.replacedBecause] },
      })),
      chased: asked.chases === 0 ? undefined : timesText(asked.chases),
    },
    supplier: {
      href: mayDo(user, 'read_suppliers') ? supplierHref(supplier.id) : undefined,
      orderWay: lower(orderWays[supplier.orderBy]),
      orderAt: supplier.orderAt,
    },
    fields,
    reasons: reasonItems(fields.because),
    isComplete: opened.report.status === 'complete',
    limits: acceptedFiles(ctx.settings),
    done: noticeIn(request, notices),
    errors,
  });
}

/** A colleague may have ended it since the page was opened. */
const isAllowed = (form: string, status: SupplierRequestStatus) =>
  form === 'correct' ||
  (form === 'answer-corrected' ? status === 'answered' : status === 'sent') ||
  (form === 'cancel' && status === 'to_call_off');

type Target = Parameters<typeof recordSupplierAnswer>[2];
type Work = (caller: Caller, target: Target, fields: Fields) => Promise<void>;

/** The evidence goes to the report, as every file of it. */
async function attachEvidence(
  ctx: Ctx,
  request: FormRequest,
  { asked, caller, check, report }: Opened,
  fields: Fields,
): Promise<FieldMessages | undefined> {
  if (sentFile(request).fileName === '') return undefined;
  // Nothing is attached that would come again with the corrected form.
  const typed = { receivedOn: fields.receivedOn, words: fields.answer, cost: fields.answerCost };
  readAnswer(typed, { sentOn: asked.sentOn, today: todayFor(ctx, caller) }).problems.refuse('invalid_fields');
  const description = `From ${asked.supplierName}`.slice(0, 100);
  return attachSentFile(ctx, caller, check.orderId, request, { description, reportId: report.id });
}

export function requestPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, options, async (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.get(`${path}/file`, { ...options, stepUp: 'exports' }, async (request: FormRequest, reply, user) => {
    const { asked, check } = await open(ctx, user, request);
    const { environment } = check.tenant;
    const rows = await findRequestsOf(ctx.db, user, { environment, now: ctx.now(), ids: [asked.id] });
    if (asked.status !== 'sent') throw new Refusal('not_found');
    return sendCsv(reply, `for-supplier-${ukDateOf(ctx.now())}`, await supplierOrderFile(ctx, user, rows));
  });

  const handle = (name: string, doneHref: (opened: Opened) => string, work: Work) =>
    pages.post(`${path}/${name}`, options, async (request: FormRequest, reply, user) => {
      const opened = await open(ctx, user, request);
      const { asked, caller, check, report } = opened;
      const fields = fieldsOf(ctx, opened, null, request.body);
      if (!isAllowed(name, asked.status)) {
        const errors = { over: ['A colleague has ended this request meanwhile. What you typed was not recorded'] };
        return show(ctx, request, reply.status(409), user, errors);
      }
      try {
        const errors = name === 'answer' ? await attachEvidence(ctx, request, opened, fields) : undefined;
        if (errors !== undefined) return show(ctx, request, reply.status(422), user, errors);
        await work(caller, { checkId: check.id, reportId: report.id, requestId: asked.id }, fields);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        return show(ctx, request, reply.status(422), user, error.fields);
      }
      return reply.redirect(doneHref(opened), 303);
    });

  const toReport = (done: string) => (opened: Opened) => `/desk/reports/${opened.report.id}?done=${done}`;
  handle('answer', toReport('source_answered'), (caller, target, { receivedOn, answer, answerCost }) =>
    recordSupplierAnswer(ctx, caller, target, { receivedOn, words: answer, cost: answerCost }),
  );
  handle(
    'answer-corrected',
    toReport('source_answer_corrected'),
    (caller, target, { correctedOn, correctedAnswer, because }) =>
      correctSupplierAnswer(ctx, caller, target, { receivedOn: correctedOn, words: correctedAnswer, because }),
  );
  handle('chase', toReport('source_chased'), (caller, target, { expectedOn }) =>
    chaseSupplier(ctx, caller, target, { expectedOn }),
  );
  handle('cancel', toReport('source_cancelled'), (caller, target, { reason, cancelCost }) =>
    cancelSupplierRequest(ctx, caller, target, { words: reason, cost: cancelCost }),
  );
  handle(
    'correct',
    ({ report, asked }) => `/desk/reports/${report.id}/sent-out/${asked.id}?done=corrected`,
    (caller, target, { reference, cost }) => correctSupplierRequest(ctx, caller, target, { reference, cost }),
  );
}
