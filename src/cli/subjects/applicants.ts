// `probity applicants`: erases people who ask for it, or whose time is over.
import type { Tenant } from '../../context.ts';
import { eraseApplicant } from '../../features/applicants/applicant-actions.ts';
import { readOrderByNumber } from '../../features/orders/order-actions.ts';
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
      ],
      async run(ctx, accountId, { order, environment = 'live' }) {
        const orderId = orderIn(String(order));
        if (orderId === undefined) throw refusalOf('order', 'must be the number of an order, such as VF44');
        const tenant: Tenant = { accountId, environment: environment === 'test' ? 'test' : 'live' };
        const caller = { ...tenant, actor: 'system', subsidiaryId: null, clockOffsetSeconds: 0 } as const;
        const { applicantId } = await readOrderByNumber(ctx, caller, orderId);
        await eraseApplicant(ctx, caller, applicantId);
        return [{ id: applicantId, environment: tenant.environment, order: `VF${orderId}`, erased: true }];
      },
    },
  },
};

export const describe = describing(applicants);
