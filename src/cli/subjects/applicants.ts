// `probity applicants`: gives people who ask for it a copy of what is held about them, erases them, and keeps them from it.
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Caller, Ctx, OrderScope, Tenant } from '../../context.ts';
import type { Check } from '../../features/checks/check.ts';
import { readOrderByNumber } from '../../features/orders/order-actions.ts';
import { type Erasure, erasePerson, previewErasure } from '../../features/retention/erasure-actions.ts';
import { type ChosenReason, chosenReasons } from '../../features/retention/erasure-reasons.ts';
import { openMatters } from '../../features/retention/erasure-rules.ts';
import { endHold, keepPerson, readHold } from '../../features/retention/hold-actions.ts';
import { type HoldReason, holdReasons } from '../../features/retention/hold-reasons.ts';
import { copyPerson } from '../../features/retention/person-copy-actions.ts';
import { parseDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { explainData } from '../../portals/shared/about/about-pages.ts';
import type { Entry, Field } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { type LookedAfter, orderIn, refusalOf } from './subject.ts';

const whyRefused = {
  ongoing: 'no: a check is ongoing',
  legal_hold: 'no: the account has a legal hold',
  held: 'no: a hold keeps the data of this person',
  restricted: 'no: a restriction keeps the data of this person',
  copy_awaited: 'no: they wait for a copy of their data',
  not_told: 'no: they asked for it, and are not told yet',
  mail_waits: 'no: the mail that tells them is not sent yet',
} as const satisfies Record<NonNullable<Erasure['refusedFor']>, string>;

/** Enough to recognise who is meant, and no more personal data than that. */
const initialsOf = ({ order: { facts } }: Check): string =>
  [facts.first_name, facts.last_name]
    .filter((name) => name !== '')
    .map((name) => `${[...(name ?? '?')][0]}.`)
    .join(' ');

/** What the erasure would take, an order each. */
async function describeErasure(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  order: string,
): Promise<Row[]> {
  const { orders, refusedFor, openMatters: open } = await previewErasure(ctx, caller, applicantId);
  const rows = orders.map(async (affected) => {
    const check = await readOrderByNumber(ctx, caller, affected.order_id);
    return {
      order: `VF${affected.order_id}`,
      candidate: initialsOf(check),
      ordered: ukDateOf(check.createdAt),
      status: affected.status,
      reports: check.reports.map(({ name, variant }) => (variant === null ? name : `${name}:${variant}`)),
      files: affected.files,
      erased: false,
      open: open.map((matter) => openMatters[matter]),
      possible: refusedFor === undefined ? `with --confirm ${order}` : whyRefused[refusedFor],
    };
  });
  return Promise.all(rows);
}

const whoFields: readonly Field[] = [
  { name: 'order', kind: 'text', required: true, meaning: 'the number of any of their orders, such as VF44' },
  { name: 'environment', kind: 'text', oneOf: ['live', 'test'], meaning: 'live unless given' },
];

/** The person of an order, and the program as the one who acts on them. */
async function personOf(ctx: Ctx, accountId: string, { order, environment = 'live' }: Entry) {
  const orderId = orderIn(String(order));
  if (orderId === undefined) throw refusalOf('order', 'must be the number of an order, such as VF44');
  const tenant: Tenant = { accountId, environment: environment === 'test' ? 'test' : 'live' };
  const caller = { ...tenant, actor: 'system', subsidiaryIds: null, clockOffsetSeconds: 0 } as const;
  const { applicantId } = await readOrderByNumber(ctx, caller, orderId);
  return { orderId, caller, applicantId };
}

/** Refuses a file that is there before anything is read for it, and leaves none that is not complete. */
async function writeNew(file: string, read: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
  const made = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? refusalOf('to', 'is there already') : error;
  });
  try {
    await pipeline(Readable.from(await read()), made.createWriteStream());
  } catch (error) {
    await made.close();
    await rm(file, { force: true });
    throw error;
  }
}

export const applicants: LookedAfter = {
  section: 'applicants',
  verbs: {
    copy: {
      summary: 'write a copy of everything that is held about one, as a ZIP file, for somebody who asks for it',
      ofAccount: true,
      fields: [...whoFields, { name: 'to', kind: 'text', required: true, meaning: 'the file, which must be new' }],
      async run(ctx, accountId, entry) {
        const { orderId, caller, applicantId } = await personOf(ctx, accountId, entry);
        const file = String(entry.to);
        await writeNew(file, async () => (await copyPerson(ctx, caller, applicantId, explainData(ctx))).content);
        return [{ id: applicantId, environment: caller.environment, order: `VF${orderId}`, file }];
      },
    },
    hold: {
      summary: 'keep one from being erased, by time and by hand, because of a claim or a complaint',
      ofAccount: true,
      fields: [
        ...whoFields,
        { name: 'reason', kind: 'text', required: true, oneOf: Object.keys(holdReasons), meaning: 'why they are kept' },
        { name: 'until', kind: 'text', meaning: 'the last day, such as 2030-01-31; without it, until it is released' },
      ],
      async run(ctx, accountId, entry) {
        const { reason, until } = entry;
        const day = until === undefined ? null : parseDate(String(until));
        if (day === undefined) throw refusalOf('until', 'must be a day, such as 2030-01-31');
        const { orderId, caller, applicantId } = await personOf(ctx, accountId, entry);
        await keepPerson(ctx, caller, applicantId, { reason: reason as HoldReason, until: day });
        return [
          {
            id: applicantId,
            environment: caller.environment,
            order: `VF${orderId}`,
            held: reason as string,
            until: day,
          },
        ];
      },
    },
    'release-hold': {
      summary: 'end the hold that keeps one from being erased',
      ofAccount: true,
      fields: whoFields,
      async run(ctx, accountId, entry) {
        const { orderId, caller, applicantId } = await personOf(ctx, accountId, entry);
        const hold = await readHold(ctx, caller, applicantId);
        await endHold(ctx, caller, applicantId);
        const released = hold !== undefined;
        return [{ id: applicantId, environment: caller.environment, order: `VF${orderId}`, released }];
      },
    },
    erase: {
      summary: 'erase what is known about one permanently; that their checks were made remains',
      ofAccount: true,
      fields: [
        ...whoFields,
        { name: 'confirm', kind: 'text', meaning: 'the same number again; without it, shows what would be erased' },
        { name: 'reason', kind: 'text', oneOf: Object.keys(chosenReasons), meaning: 'candidate_asked unless given' },
      ],
      async run(ctx, accountId, entry) {
        const { confirm, reason = 'candidate_asked' } = entry;
        const { orderId, caller, applicantId } = await personOf(ctx, accountId, entry);
        if (confirm === undefined) return describeErasure(ctx, caller, applicantId, `VF${orderId}`);
        if (orderIn(String(confirm)) !== orderId) throw refusalOf('confirm', `must be VF${orderId}`);
        await erasePerson(ctx, caller, applicantId, reason as ChosenReason);
        return [{ id: applicantId, environment: caller.environment, order: `VF${orderId}`, erased: true }];
      },
    },
  },
};

export const describe = describing(applicants);
