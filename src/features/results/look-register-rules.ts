// Words the register of looks: who looked at what, for whom, and on what ground; pure.
import { groundOfRole } from '../access/desk-ground-rules.ts';
import type { NameActor, NamedActor } from '../accounts/actor-name-queries.ts';
import type { EventColumns } from '../events/event-row-rules.ts';
import { type LookEvent, readByLink } from '../events/event-types.ts';
import type { LookGround, LookRow } from '../events/look-queries.ts';

export interface RegisteredLook {
  readonly id: string;
  readonly at: Date;
  /** `VF123`; undefined for a look at a person beside their orders, and for a list of many. */
  readonly order: string | undefined;
  readonly checkId: string | null;
  readonly account: string;
  readonly who: string;
  /** Undefined for who is no user. */
  readonly userId: string | undefined;
  readonly side: string;
  readonly what: string;
  readonly ground: string;
  readonly times: number;
  /** Of the people, orders or mails that a list had; undefined for a look at one. */
  readonly ids: readonly string[] | undefined;
}

export interface LookedAt extends Pick<LookRow, 'deskRole' | 'hasWorkedOn'> {
  readonly event: EventColumns;
  readonly orderId: number | null;
  /** The label of the report; undefined for a look at the whole order. */
  readonly report: string | undefined;
  readonly keyLabel: string | null;
  readonly account: string;
  /** As which the file is described; undefined for other looks, and where nobody said it or the reader is not told. */
  readonly file: string | undefined;
}

const sides: Readonly<Record<NamedActor['kind'], string>> = {
  client: 'Client',
  desk: 'Screening company',
  candidate: 'Candidate',
  referee: 'Referee',
  provider: 'Data provider',
  program: 'Program',
};

export const lookWords: Readonly<Record<LookEvent, string>> = {
  'check.results_read': 'Results',
  'check.answers_read': 'Answers and files',
  'applicant.read': 'Name and status',
  'applicant.earlier_case_read': 'Case of the earlier system',
  'applicant.exported': 'Everything, as a copy',
  'account.applicants_listed': 'List of candidates',
  'account.checks_listed': 'List of checks',
  'account.emails_listed': 'List of mails',
  'reference.opened': 'Request for a reference',
  'attachment.read': 'A file',
  'data_request.read': 'A request about data',
  'email.read': 'A mail',
};

interface LookDetail {
  readonly as?: 'pdf' | 'bundle';
  readonly count?: number;
  readonly ids?: readonly string[];
}

const files = { pdf: 'Results as a PDF', bundle: 'Evidence bundle' } as const;

function whatOf(type: LookEvent, { report, file }: LookedAt, { as }: LookDetail): string {
  if (as !== undefined) return files[as];
  const words = file === undefined ? lookWords[type] : `${lookWords[type]}, “${file}”`;
  if (report === undefined) return words;
  return type === 'check.results_read' ? `Result of ${report}` : `${words}, for ${report}`;
}

/** As somebody filters by them. */
export const groundWords: Readonly<Record<LookGround, string>> = {
  client: 'Works for the client; signed in',
  key: 'Program of the client; API key',
  screens: 'Screens',
  data_requests: 'Answers requests about data',
  manages: 'Manages accounts',
  audits: 'Audits',
  candidate: 'Their own data',
  referee: 'Gives a reference',
  provider: 'Answers a report',
  link: 'A link that the account lets open without a sign-in',
  operator: 'A command of the operator',
};

function groundOf({ kind }: NamedActor, looked: LookedAt): string {
  const { event, report, keyLabel, deskRole, hasWorkedOn } = looked;
  if (kind === 'desk') {
    const ground = hasWorkedOn || deskRole === null ? 'screens' : groundOfRole(deskRole);
    return ground === 'screens' && report !== undefined ? `${groundWords.screens} ${report}` : groundWords[ground];
  }
  if (kind === 'program') return groundWords[event.type === readByLink ? 'link' : 'operator'];
  if (kind !== 'client' || event.key_id === null) return groundWords[kind];
  return keyLabel ? `${groundWords.key} “${keyLabel}”` : groundWords.key;
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
    account: looked.account,
    who: forWhom === undefined ? actor.name : `${actor.name}, for ${forWhom}`,
    userId: /^user:(.*)/.exec(event.actor)?.[1],
    side: sides[actor.kind],
    what: whatOf(event.type as LookEvent, looked, detail),
    ground: groundOf(actor, looked),
    times: detail.count ?? 1,
    ids: detail.ids,
  };
}

const lineOf = ({ at, who, userId, what, ground }: RegisteredLook) =>
  [Math.floor(at.getTime() / 60_000), userId ?? who, what, ground].join('\n');

export interface LookLine extends RegisteredLook {
  /** In which accounts a list was opened. */
  readonly accounts: readonly string[];
  /** How many people, orders or mails it had; undefined for a look at one. */
  readonly listed: number | undefined;
}

/**
 * The lines of a page of the register: a list that is opened is an event in each account that it shows, and the same
 * person who opens it again within a minute is one line with a number of times. Looks at one person stay as they are.
 */
export function linesOf(looks: readonly RegisteredLook[]): LookLine[] {
  const groups = Map.groupBy(looks, (look) => (look.ids === undefined ? look.id : lineOf(look)));
  return [...groups.values()].map((group) => {
    const inAccounts = [...Map.groupBy(group, ({ account }) => account)];
    const openings = inAccounts.map(([, opened]) => opened.reduce((sum, { times }) => sum + times, 0));
    return {
      ...group[0]!,
      accounts: inAccounts.map(([account]) => account),
      times: Math.max(...openings),
      listed: group[0]!.ids && new Set(group.flatMap(({ ids = [] }) => ids)).size,
    };
  });
}
