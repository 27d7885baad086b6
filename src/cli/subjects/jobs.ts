// `probity jobs`: lets the operator see, retry and discard jobs that failed.
import type { Ctx } from '../../context.ts';
import {
  type AskedJobs,
  discardJobs,
  type FailedJob,
  failedJobStates,
  findFailedJobs,
  retryJobs,
} from '../../platform/job-store.ts';
import type { Entry, Field } from '../fields.ts';
import { describing } from '../subject-command.ts';
import { isoTime, type LookedAfter, refusalOf, textIn } from './subject.ts';

const listedAtMost = 1000;

const kinds: readonly Field[] = [
  { name: 'givenUp', kind: 'flag', meaning: 'jobs that failed at every attempt' },
  { name: 'retrying', kind: 'flag', meaning: 'jobs that failed at least once and are tried again' },
];
const narrower: readonly Field[] = [
  { name: 'job', kind: 'text', meaning: 'of this name only' },
  { name: 'since', kind: 'time', meaning: 'added at this time or later' },
];
const id: Field = { name: 'id', kind: 'text', meaning: 'one of them, as listed' };

function idsIn(entry: Entry): readonly string[] | undefined {
  const given = textIn(entry, 'id');
  if (given === null) return undefined;
  if (!/^\d{1,18}$/.test(given)) throw refusalOf('id', 'is not the id of a job');
  return [given];
}

function askedIn(entry: Entry): AskedJobs {
  const states = [
    ...(entry.givenUp === true ? (['given_up'] as const) : []),
    ...(entry.retrying === true ? (['retrying'] as const) : []),
  ];
  const since = textIn(entry, 'since');
  return {
    ids: idsIn(entry),
    states: states.length === 0 ? failedJobStates : states,
    job: textIn(entry, 'job') ?? undefined,
    since: since === null ? undefined : new Date(since),
  };
}

/** What is changed must be said: one job, or all that were given up. */
function changedIn(entry: Entry): AskedJobs {
  if (entry.givenUp !== true && textIn(entry, 'id') === null) throw refusalOf('id', 'or --given-up must be given');
  return askedIn(entry);
}

const rowOf = (one: FailedJob) => ({
  id: one.id,
  job: one.job,
  state: one.state.replace('_', ' '),
  attempts: `${one.attempts} of ${one.maxAttempts}`,
  lastError: one.lastError,
  addedAt: isoTime(one.addedAt),
  nextAttemptAt: isoTime(one.nextAttemptAt),
  about: Object.entries(one.payload)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name}=${value}`)
    .join(' '),
});

/** Lists the jobs, does `change` with them, and returns the rows of those that it changed. */
async function changing(
  ctx: Ctx,
  entry: Entry,
  change: (db: Ctx['db'], which: AskedJobs) => Promise<readonly string[]>,
) {
  const which = changedIn(entry);
  const found = await findFailedJobs(ctx.db, which, Number.MAX_SAFE_INTEGER);
  if (which.ids !== undefined && found.length === 0)
    throw refusalOf('id', `is of no job that failed: ${which.ids.join(', ')}`);
  const changed = new Set(await change(ctx.db, { ...which, ids: found.map((one) => one.id) }));
  return found.filter((one) => changed.has(one.id)).map(rowOf);
}

export const jobs: LookedAfter = {
  section: 'jobs',
  elsewhere: `A job is what happens after a page or a request has answered: mails, data providers, documents, reminders.
docs/operating.md says what each name means and when to retry it. Notifications have attempts of their own: probity deliveries.`,
  verbs: {
    list: {
      summary: `list jobs that failed, with the kind of their last error; newest first, at most ${listedAtMost.toLocaleString('en-GB')}`,
      ofAccount: false,
      onlyReads: true,
      fields: [...kinds, ...narrower],
      run: async (ctx, _accountId, entry) => (await findFailedJobs(ctx.db, askedIn(entry), listedAtMost)).map(rowOf),
    },
    retry: {
      summary: 'run one of them, or all that were given up, at once and with all attempts anew',
      ofAccount: false,
      fields: [id, kinds[0]!, ...narrower],
      run: (ctx, _accountId, entry) => changing(ctx, entry, retryJobs),
    },
    discard: {
      summary: 'delete one of them, or all that were given up: what they should have done is never done',
      ofAccount: false,
      fields: [id, kinds[0]!, ...narrower],
      run: (ctx, _accountId, entry) => changing(ctx, entry, discardJobs),
    },
  },
};

export const describe = describing(jobs);
