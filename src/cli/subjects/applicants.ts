// `probity applicants`: erases people who ask for it, or whose time is over.
import type { Tenant } from '../../context.ts';
import { readOrderByNumber } from '../../features/orders/order-actions.ts';
import { erasePerson } from '../../features/retention/erasure-actions.ts';
import { type ChosenReason, chosenReasons } from '../../features/retention/erasure-reasons.ts';
import { describing } from '../subject-command.ts';
import { type LookedAfter, refusalOf } from './subject.ts';

const orderIn = (text: string): number | undefined => {
  const [, digits] = /^(?:VF)?(\d{1,15})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

export const applicants: LookedAfter = {
  section: 'applicants',
  verbs: {
    erase: {
      summary: 'erase what is known about one permanently; that their checks were made remains',
      ofAccount: true,
      fields: [
        { name: 'order', kind: 'text', required: true, meaning: 'the number of any of their orders, such as VF44' },
        { name: 'environment', kind: 'text', oneOf: ['live', 'test'], meaning: 'live unless given' },
        { name: 'reason', kind: 'text', oneOf: Object.keys(chosenReasons), meaning: 'candidate_asked unless given' },
      ],
      async run(ctx, accountId, { order, environment = 'live', reason = 'candidate_asked' }) {
        const orderId = orderIn(String(order));
        if (orderId === undefined) throw refusalOf('order', 'must be the number of an order, such as VF44');
        const tenant: Tenant = { accountId, environment: environment === 'test' ? 'test' : 'live' };
        const caller = { ...tenant, actor: 'system', subsidiaryId: null, clockOffsetSeconds: 0 } as const;
        const { applicantId } = await readOrderByNumber(ctx, caller, orderId);
        await erasePerson(ctx, caller, applicantId, reason as ChosenReason);
        return [{ id: applicantId, environment: tenant.environment, order: `VF${orderId}`, erased: true }];
      },
    },
  },
};

export const describe = describing(applicants);
