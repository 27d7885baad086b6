// What was sent to a webhook, on the wire of interface v2 (ours): its attempts, sending again, a test, the doctor.
import { attemptOutcomes, listAttempts } from '../../features/webhooks/attempt-actions.ts';
import { queryOf } from '../shared/route.ts';
import { listOf, oneOf, optional, Type } from '../shared/schemas.ts';
import { AttemptReply, presentAttempt } from './attempts.ts';
import { listed, pageOf, type V2Route } from './route.ts';

const AttemptsQuery = Type.Object({
  outcome: optional(oneOf(attemptOutcomes, { description: 'Only attempts that ended so.', examples: ['failed'] })),
});
const AttemptList = Type.Object(
  { attempts: listOf(AttemptReply, { description: 'Attempts, newest first.' }) },
  { title: 'AttemptList', description: 'Attempts at an endpoint.' },
);

const about = { tag: 'Deliveries' } as const;

export const deliveryRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'GET',
    url: '/webhooks/:webhook_id/attempts',
    operationId: 'listAttempts',
    summary: 'List the attempts at an endpoint',
    description: 'Of the environment of the key. Kept for 30 days after the notification was finished.',
    pages: 'always',
    query: AttemptsQuery,
    status: 200,
    answer: AttemptList,
    async handle(call) {
      const page = pageOf(call);
      const { outcome } = queryOf(call, AttemptsQuery);
      const webhookId = call.params.webhook_id!;
      const { total, attempts } = await listAttempts(call.ctx, call.caller, { webhookId, outcome, page });
      return listed(call, 'attempts', attempts.map(presentAttempt), page, total);
    },
  },
];
