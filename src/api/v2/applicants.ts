// The routes of applicants in interface v2.

import type { Environment } from '../../context.ts';
import {
  type Applicant,
  createApplicant,
  deleteApplicant,
  showApplicant,
  showApplicants,
  updateApplicant,
} from '../../features/applicants/applicant-actions.ts';
import { noFacts } from '../../features/facts/facts.ts';
import { withoutHiddenNames } from '../../features/facts/previous-name-rules.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { type ApiCall, argumentsOf, created, done, ok } from '../shared/route.ts';
import { listOf, type Static, Type } from '../shared/schemas.ts';
import { ApplicantReply, answeredFacts, CreateApplicant, changedFacts, UpdateApplicant } from './applicant-shapes.ts';
import { listed, pageOf, type V2Route } from './route.ts';

const ApplicantList = Type.Object(
  { applicants: listOf(ApplicantReply, { description: 'Applicants, newest first.' }) },
  { title: 'ApplicantList', description: 'A page of applicants.' },
);

function presentApplicant(applicant: Applicant, environment: Environment): Static<typeof ApplicantReply> {
  return {
    id: applicant.id,
    created_at: toTimestamp(applicant.createdAt),
    href: `/v2/applicants/${applicant.id}`,
    sandbox: environment === 'test',
    ...answeredFacts(withoutHiddenNames(applicant.facts)),
  };
}

const reply = (call: ApiCall, applicant: Applicant) => presentApplicant(applicant, call.caller.environment);
const about = { tag: 'Applicants' } as const;

export const applicantRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'POST',
    url: '/applicants',
    operationId: 'createApplicant',
    permission: 'order_checks',
    summary: 'Create an applicant',
    body: CreateApplicant,
    status: 201,
    answer: ApplicantReply,
    async handle(call) {
      const facts = changedFacts(noFacts, argumentsOf<typeof CreateApplicant>(call));
      const applicant = await createApplicant(call.ctx, call.caller, facts);
      return created(reply(call, applicant), applicant.id);
    },
  },
  {
    ...about,
    method: 'GET',
    url: '/applicants',
    operationId: 'listApplicants',
    permission: 'read_checks',
    summary: 'List applicants',
    pages: 'always',
    answer: ApplicantList,
    async handle(call) {
      const page = pageOf(call);
      const { total, applicants } = await showApplicants(call.ctx, call.caller, page);
      return listed(
        call,
        'applicants',
        applicants.map((applicant) => reply(call, applicant)),
        page,
        total,
      );
    },
  },
  {
    ...about,
    method: 'GET',
    url: '/applicants/:applicant_id',
    operationId: 'readApplicant',
    permission: 'read_checks',
    summary: 'Read an applicant',
    answer: ApplicantReply,
    handle: async (call) => ok(reply(call, await showApplicant(call.ctx, call.caller, call.params.applicant_id!))),
  },
  {
    ...about,
    method: 'PUT',
    url: '/applicants/:applicant_id',
    operationId: 'updateApplicant',
    permission: 'order_checks',
    summary: 'Update an applicant',
    description: 'Partial: absent attributes stay. Refused while any check of the applicant is ongoing.',
    body: UpdateApplicant,
    answer: ApplicantReply,
    async handle(call) {
      const { problems } = call.body;
      const change = call.body.given as Static<typeof UpdateApplicant>;
      const applicant = await updateApplicant(call.ctx, call.caller, call.params.applicant_id!, (before) => {
        // An order of interface v1 may leave the gender open; it is answered as null, and sending that null back
        // changes nothing.
        if (change.gender === null && before.gender !== null) problems.add('gender', "can't be blank");
        problems.refuse('invalid_fields');
        return changedFacts(before, change);
      });
      return ok(reply(call, applicant));
    },
  },
  {
    ...about,
    method: 'DELETE',
    url: '/applicants/:applicant_id',
    operationId: 'deleteApplicant',
    permission: 'order_checks',
    summary: 'Delete an applicant',
    description: 'Refused if the applicant has any check.',
    refusals: ['invalid_fields'],
    handle: (call) => done(deleteApplicant(call.ctx, call.caller, call.params.applicant_id!)),
  },
];
