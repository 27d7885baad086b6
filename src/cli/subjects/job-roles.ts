// `probity job-roles`: roles agreed for standard and enhanced criminal record checks.
import {
  createJobRole,
  type JobRoleArguments,
  listAgreedJobRoles,
  retireJobRole,
} from '../../features/report-types/agreement-actions.ts';
import type { Field } from '../fields.ts';
import { describing } from '../subject-command.ts';
import { note } from './set-up.ts';
import { known, listing, type Subject } from './subject.ts';

const flag = (name: string, meaning: string): Field => ({ name, kind: 'flag', meaning });

export const jobRoles: Subject = {
  createsInAccount: true,
  creation: {
    section: 'jobRoles',
    fields: [
      { name: 'roleTitle', kind: 'text', required: true, meaning: 'as agreed with the client' },
      {
        name: 'roleCheckType',
        kind: 'text',
        required: true,
        oneOf: ['standard', 'enhanced'],
        meaning: 'the criminal record check that the role may have',
      },
      flag('workingWithVulnerableAdults', 'it works with vulnerable adults'),
      flag('workingWithChildren', 'it works with children'),
      flag('workingFromHome', 'it works from home'),
      flag('vulnerableAdultsInWorkEnvironment', 'there are vulnerable adults where it works'),
      flag('childrenInWorkEnvironment', 'there are children where it works'),
      flag('isVolunteer', 'it is voluntary'),
    ],
    async create(setUp, accountId, entry) {
      const role = entry as unknown as JobRoleArguments;
      const id = await createJobRole(setUp.ctx, 'system', accountId!, role);
      note(setUp, 'jobRoles', { id, roleTitle: role.roleTitle, roleCheckType: role.roleCheckType });
    },
  },
  verbs: {
    list: listing('list the live ones of the account', async (ctx, accountId) =>
      (await listAgreedJobRoles(ctx, accountId)).map((row) => ({
        id: row.id,
        roleTitle: row.role_title,
        roleCheckType: row.role_check_type,
        workingWithVulnerableAdults: row.working_with_vulnerable_adults,
        workingWithChildren: row.working_with_children,
        workingFromHome: row.working_from_home,
        vulnerableAdultsInWorkEnvironment: row.vulnerable_adults_in_work_environment,
        childrenInWorkEnvironment: row.children_in_work_environment,
        isVolunteer: row.is_volunteer,
      })),
    ),
    retire: {
      summary: 'accept no more orders for one',
      ofAccount: true,
      fields: [{ name: 'id', kind: 'number', required: true, meaning: 'as listed' }],
      async run(ctx, accountId, given) {
        const live = await listAgreedJobRoles(ctx, accountId);
        const role = known(
          live.find(({ id }) => id === given.id),
          'id',
        );
        await retireJobRole(ctx, 'system', accountId, role.id);
        return [{ id: role.id, roleTitle: role.role_title, retired: true }];
      },
    },
  },
};

export const describe = describing(jobRoles);
