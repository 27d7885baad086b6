// Every verb of the command line, and the page of each that is about accounts and the people of the desk.
import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import { describe as describeSignIns } from '../../src/cli/sign-ins.ts';
import { describe as describeSingleSignOn } from '../../src/cli/single-sign-on.ts';
import type { LookedAfter, Subject, Verb } from '../../src/cli/subjects/subject.ts';

const account = '/desk/accounts/:account_id';

/** The page of each verb. */
export const commandPages: Readonly<Record<string, string>> = {
  'accounts create': 'POST /desk/accounts/new',
  'accounts list': 'GET /desk/accounts',
  'accounts change': `POST ${account}/settings/account`,
  'accounts copy-agreement': `POST ${account}/report-types/copy`,
  'accounts settings': `GET ${account}/settings`,
  'accounts set': `POST ${account}/settings`,
  'subsidiaries create': `POST ${account}/subsidiaries`,
  'subsidiaries change': `POST ${account}/subsidiaries/:subsidiary_id`,
  'subsidiaries end': `POST ${account}/subsidiaries/:subsidiary_id/end`,
  'subsidiaries list': `GET ${account}/subsidiaries`,
  'users create': `POST ${account}/users/new`,
  'users list': `GET ${account}/users`,
  'users change': `POST ${account}/users/:user_id`,
  'keys create': `POST ${account}/keys/new`,
  'keys list': `GET ${account}/keys`,
  'keys revoke': `POST ${account}/keys/:key_id/revoke`,
  'jobRoles create': `POST ${account}/job-roles/new`,
  'jobRoles list': `GET ${account}/job-roles`,
  'jobRoles eligibility': `GET ${account}/job-roles/new`,
  'jobRoles retire': `POST ${account}/job-roles/:job_role_id/retire`,
  'groups create': `POST ${account}/groups/new`,
  'groups list': `GET ${account}/packages`,
  'groups change': `POST ${account}/groups/:item_id`,
  'groups end': `POST ${account}/groups/:item_id/end`,
  'packages create': `POST ${account}/packages/new`,
  'packages list': `GET ${account}/packages`,
  'packages change': `POST ${account}/packages/:item_id`,
  'packages end': `POST ${account}/packages/:item_id/end`,
  'packages adopt': `POST ${account}/packages/adopt`,
  'reportTypes create': `POST ${account}/report-types`,
  'reportTypes list': `GET ${account}/report-types`,
  'reportTypes switch-on': `POST ${account}/report-types/template`,
  'reportTypes change-price': 'POST /desk/accounts/prices',
  'reportTypes switch-off': `POST ${account}/report-types`,
  'charges totals': 'GET /desk/accounts/charges',
  'charges lines': 'GET /desk/accounts/charges/file',
  'earlierCases import': `POST ${account}/earlier-cases`,
  'openCases import': `POST ${account}/open-cases`,
  'invoices issue': 'POST /desk/accounts/invoices/issue',
  'invoices list': 'GET /desk/accounts/invoices',
  'providers list': `GET ${account}/providers`,
  'providers choices': `GET ${account}/providers`,
  'providers choose': `POST ${account}/providers`,
  'providers connect': `POST ${account}/providers/connect`,
  'providers rotate': `POST ${account}/providers/connections/:name/rotate`,
  'providers disconnect': `POST ${account}/providers/connections/:name/disconnect`,
  'deskUsers create': 'POST /desk/people/new',
  'deskUsers list': 'GET /desk/people',
  'deskUsers change': 'POST /desk/people/:user_id',
  'deskUsers disable': 'POST /desk/people/:user_id/disable',
  'deskUsers enable': 'POST /desk/people/:user_id/enable',
  'deskUsers hand-over': 'POST /desk/people/:user_id/hand-over',
  'signIns invite': `POST ${account}/users/:user_id/invite`,
  'signIns reset-second-factors': `POST ${account}/users/:user_id/reset-second-factors`,
  'singleSignOn set': `POST ${account}/single-sign-on`,
  'singleSignOn allow-passwords': `POST ${account}/single-sign-on/passwords`,
  'singleSignOn remove': `POST ${account}/single-sign-on/remove`,
  'signIns end-sessions': `POST ${account}/users/end-sessions`,
};

/** Why a verb has no page; a whole subject where it is not about accounts. */
export const commandsWithoutPage: Readonly<Record<string, string>> = {
  applicants: 'are copied, erased and kept on the page of a report at the desk',
  deliveries: 'the operator looks after them, after an outage',
  jobs: 'the operator looks after work that failed',
  mails: 'the operator traces a mail; the desk has its page of mails',
  files: 'the operator looks after quarantined files',
  sanctions: 'the operator imports the lists, for all accounts',
  suppliers: 'belong to no account, and have pages of their own at the desk',
  maintenance: 'belongs to no account, and has a page of its own at the desk',
  workingDays: 'belong to no account, and have pages of their own at the desk',
  securityEvents: 'have a page of their own at the desk',
};

const folder = new URL('../../src/cli/subjects/', import.meta.url);

const isSubject = (value: unknown): value is Subject | LookedAfter =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'verbs');

/** The subjects by their names. */
async function everySubject(): Promise<[name: string, subject: Subject | LookedAfter][]> {
  const modules = await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder).href)));
  return modules.flatMap((module) =>
    Object.entries(module as Record<string, unknown>).filter((entry): entry is [string, Subject | LookedAfter] =>
      isSubject(entry[1]),
    ),
  );
}

/** The verbs that a command can run without an option. */
export async function plainVerbs(): Promise<(Verb & { readonly of: string })[]> {
  return (await everySubject()).flatMap(([name, { verbs }]) =>
    Object.entries(verbs)
      .filter(([, { fields }]) => !fields.some(({ required }) => required))
      .map(([verb, one]) => ({ ...one, of: `${name} ${verb}` })),
  );
}

/** `keys create` */
export async function everyVerb(): Promise<string[]> {
  const ofSubjects = (await everySubject()).flatMap(([name, subject]) =>
    [...('creation' in subject ? ['create'] : []), ...Object.keys(subject.verbs)].map((verb) => `${name} ${verb}`),
  );
  const described = { signIns: describeSignIns, singleSignOn: describeSingleSignOn };
  const others = Object.entries(described).flatMap(([name, describe]) => {
    const command = new Command(name);
    describe(command);
    return command.commands.map((one) => `${name} ${one.name()}`);
  });
  return [...ofSubjects, ...others];
}
