// Words the register of looks: who looked at what, for whom, and on what ground; pure.
import type { NameActor, NamedActor } from '../accounts/actor-name-queries.ts';
import type { EventColumns } from '../events/event-row-rules.ts';
import type { LookEvent } from '../events/event-types.ts';

export interface RegisteredLook {
  readonly id: string;
  readonly at: Date;
  /** `VF123`; undefined for a look at a person beside their orders, and for a list of many. */
  readonly order: string | undefined;
  readonly checkId: string | null;
  readonly who: string;
  readonly side: string;
  readonly what: string;
  readonly ground: string;
  readonly times: number;
}

export interface LookedAt {
  readonly event: EventColumns;
  readonly orderId: number | null;
  /** The label of the report; undefined for a look at the whole order. */
  readonly report: string | undefined;
  readonly keyLabel: string | null;
}

const sides: Readonly<Record<NamedActor['kind'], string>> = {
  client: 'Client',
  desk: 'Screening company',
  candidate: 'Candidate',
  referee: 'Referee',
  provider: 'Data provider',
  program: 'Program',
};

const words: Readonly<Record<LookEvent, string>> = {
  'check.results_read': 'Results',
  'check.answers_read': 'Answers and files',
  'applicant.read': 'Name and status',
  'applicant.exported': 'Everything, as a copy',
  'account.applicants_listed': 'List of candidates',
  'account.checks_listed': 'List of checks',
  'account.emails_listed': 'List of mails',
  'reference.opened': 'Request for a reference',
  'attachment.read': 'A file',
  'email.read': 'A mail',
};

interface LookDetail {
  readonly as?: 'pdf' | 'bundle';
  readonly count?: number;
}

const files = { pdf: 'Results as a PDF', bundle: 'Evidence bundle' } as const;

function whatOf(type: LookEvent, report: string | undefined, { as }: LookDetail): string {
  if (as !== undefined) return files[as];
  if (report === undefined) return words[type];
  return type === 'check.results_read' ? `Result of ${report}` : `${words[type]}, for ${report}`;
}

function groundOf({ kind }: NamedActor, { event, report, keyLabel }: LookedAt): string {
  switch (kind) {
    case 'client':
      if (event.key_id === null) return 'Ordered the check; signed in';
      return keyLabel ? `Ordered the check; API key “${keyLabel}”` : 'Ordered the check; API key';
    case 'desk':
      return report === undefined ? 'Works for the screening company' : `Screens ${report}`;
    case 'candidate':
      return 'Their own data';
    case 'referee':
      return 'Gives a reference';
    case 'provider':
      return 'Answers a report';
    case 'program':
      return 'A link that the account lets open without a sign-in';
  }
}

export function registeredLook(looked: LookedAt, nameOf: NameActor): RegisteredLook {
  const { event } = looked;
  const detail = (event.detail ?? {}) as LookDetail;
  const actor = nameOf(event.actor);
  const forWhom = event.on_behalf_of === null ? undefined : nameOf(`user:${event.on_behalf_of}`).name;
  return {
    id: event.id,
    at: new Date(event.occurred_at),
    order: looked.orderId === null ? undefined : `VF${looked.orderId}`,
    checkId: event.check_id,
    who: forWhom === undefined ? actor.name : `${actor.name}, for ${forWhom}`,
    side: sides[actor.kind],
    what: whatOf(event.type as LookEvent, looked.report, detail),
    ground: groundOf(actor, looked),
    times: detail.count ?? 1,
  };
}
