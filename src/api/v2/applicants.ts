// Applicants on the wire of interface v2: schema, presenter and routes.
import type { Environment } from '../../context.ts';
import {
  type Applicant,
  createApplicant,
  deleteApplicant,
  listApplicants,
  readApplicant,
  updateApplicant,
} from '../../features/applicants/applicant-actions.ts';
import { type Address, type ApplicantFacts, type IdNumber, noFacts } from '../../features/facts/facts.ts';
import { idNumberTypes } from '../../features/facts/identity-facts.ts';
import { genders } from '../../features/value-sets/person-values.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { type ApiCall, argumentsOf, created, noContent, ok } from '../shared/route.ts';
import {
  country,
  date,
  flag,
  id,
  listOf,
  nationality,
  nullableOneOf,
  nullableText,
  oneOf,
  optional,
  type Static,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { listed, pageOf, type V2Route } from './route.ts';

const idNumber = {
  type: oneOf(idNumberTypes, { description: 'Kind of number.', examples: ['ssn'] }),
  value: text({
    description: 'The ID number; for ssn the last four digits or the full number as xxx-xx-xxxx.',
    examples: ['433-54-3937'],
  }),
  state_code: nullableText({ description: 'Issuing state, for state-issued driving licenses.', examples: ['CA'] }),
};

const address = {
  flat_number: nullableText({ description: 'Flat number.', examples: ['4'] }),
  building_number: nullableText({ description: 'Building number.', examples: ['100'] }),
  building_name: nullableText({ description: 'Building name.', examples: ['Rose Cottage'] }),
  street: nullableText({ description: 'Street, at most 32 characters for UK addresses.', examples: ['Main Street'] }),
  sub_street: nullableText({ description: 'Street below the street.', examples: ['Mill Yard'] }),
  town: nullableText({ description: 'Town.', examples: ['London'] }),
  state: nullableText({ description: 'US states as their USPS abbreviation.', examples: ['CA'] }),
  postcode: nullableText({ description: 'Postcode or ZIP; UK postcodes in two parts.', examples: ['SW4 6EH'] }),
  country: country('Three-letter ISO country code.'),
  start_date: date('When the applicant began to live there.'),
  end_date: date('When the applicant left; null for the current residence.'),
};

const exampleAddress = {
  building_number: '100',
  street: 'Main Street',
  town: 'London',
  postcode: 'SW4 6EH',
  country: 'GBR',
  start_date: '2020-03-01',
};

type Gender = (typeof genders)[number];
const capitalised = { male: 'Male', female: 'Female' } as const;
const genderWords = [...genders, ...Object.values(capitalised)];
const aboutGender = { description: 'Gender; answered capitalised.', examples: ['female'] };

/** The interface knows no others: an order of interface v1 may bring one, which reads as null (ours). */
const titles = ['Mr', 'Mrs', 'Miss', 'Ms'] as const;

const facts = {
  title: nullableOneOf(titles, { description: 'Title.', examples: ['Ms'] }),
  first_name: text({ description: 'First name.', examples: ['Jane'] }),
  middle_name: nullableText({ description: 'Middle names or initial.', examples: ['Ann'] }),
  last_name: text({ description: 'Last name.', examples: ['Applicant'] }),
  email: text({ description: 'Email address.', examples: ['jane.applicant@example.com'] }),
  gender: Type.Unsafe<Gender | null>(nullableOneOf(genderWords, aboutGender)),
  dob: date('Birth date; when omitted a default is set that the applicant must change.'),
  telephone: nullableText({ description: 'Landline number.', examples: ['02088909293'] }),
  mobile: nullableText({ description: 'Mobile number.', examples: ['07700900123'] }),
  country: country('Country where the applicant is checked; GBR when not provided.'),
  mothers_maiden_name: nullableText({ description: "Mother's maiden name.", examples: ['Example'] }),
  previous_last_name: nullableText({ description: 'Previous last name.', examples: ['Former'] }),
  nationality: nationality('Nationality: three-letter ISO code, or XXA for stateless.'),
  country_of_birth: country('Country of birth.'),
  town_of_birth: nullableText({ description: 'Town of birth.', examples: ['London'] }),
};

const IdNumberArguments = Type.Object(
  { type: idNumber.type, value: idNumber.value, state_code: optional(idNumber.state_code) },
  { title: 'IdNumberArguments', description: 'An identification number to store.' },
);
const AddressArguments = Type.Partial(Type.Object(address), {
  title: 'AddressArguments',
  description: 'An address to store.',
});

const UpdateApplicant = Type.Partial(
  Type.Object({
    ...facts,
    id_numbers: listOf(IdNumberArguments, { description: 'Identification numbers; replaces the existing ones.' }),
    addresses: listOf(AddressArguments, { description: 'Address history; replaces the existing one.' }),
  }),
  {
    title: 'UpdateApplicant',
    description: 'What changes: left out or `""` stays, null clears, an empty list empties.',
    examples: [{ mobile: '07700900123', addresses: [exampleAddress] }],
  },
);
const CreateApplicant = Type.Object(
  {
    ...UpdateApplicant.properties,
    first_name: facts.first_name,
    last_name: facts.last_name,
    email: facts.email,
    gender: Type.Unsafe<Gender>(oneOf(genderWords, aboutGender)),
  },
  {
    title: 'CreateApplicant',
    description: 'The individual that checks are performed on.',
    examples: [
      {
        title: 'Ms',
        first_name: 'Jane',
        last_name: 'Applicant',
        email: 'jane.applicant@example.com',
        gender: 'female',
        dob: '1985-06-14',
        country: 'GBR',
        id_numbers: [{ type: 'social_insurance', value: 'AB123456C' }],
        addresses: [exampleAddress],
      },
    ],
  },
);

const applicantProperties = {
  id: id('Identifier of the applicant.'),
  created_at: timestamp('When the applicant was created.'),
  href: text({
    description: 'URI of the applicant.',
    examples: ['/v2/applicants/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
  }),
  sandbox: flag({ description: 'Whether the applicant is test data.', examples: [true] }),
  ...facts,
  gender: nullableOneOf(Object.values(capitalised), {
    description: 'Gender; null where an order of interface v1 left it out.',
    examples: ['Female'],
  }),
  id_numbers: listOf(Type.Object(idNumber, { title: 'IdNumber', description: 'An identification number.' }), {
    description: 'Identification numbers.',
  }),
  addresses: listOf(Type.Object(address, { title: 'Address', description: 'An address of the history.' }), {
    description: 'Address history.',
  }),
};
export const ApplicantReply = Type.Object(applicantProperties, {
  title: 'Applicant',
  description: 'An individual that checks are performed on; every attribute is there, unset ones are null.',
});

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
    ...applicant.facts,
    title: titles.find((title) => title === applicant.facts.title) ?? null,
    gender: applicant.facts.gender === null ? null : capitalised[applicant.facts.gender],
    id_numbers: [...applicant.facts.id_numbers],
    addresses: [...applicant.facts.addresses],
  };
}

const emptyAddress: Address = {
  flat_number: null,
  building_number: null,
  building_name: null,
  street: null,
  sub_street: null,
  town: null,
  county: null,
  state: null,
  postcode: null,
  country: null,
  start_date: null,
  end_date: null,
};

/** The facts after a change; what must not be empty falls back to what an omitted attribute means. */
function changed(before: ApplicantFacts, change: Static<typeof UpdateApplicant>): ApplicantFacts {
  const { id_numbers, addresses, country: checkedIn, dob, ...rest } = change;
  const upper = (code: string | null) => code?.toUpperCase() ?? null;
  const checkedCountry = checkedIn === undefined ? before.country : (checkedIn ?? noFacts.country);
  return {
    ...before,
    ...rest,
    ...(dob === undefined ? {} : { dob: dob ?? noFacts.dob }),
    country: checkedCountry,
    ...(id_numbers === undefined
      ? {}
      : {
          id_numbers: id_numbers.map(
            (number): IdNumber => ({ ...number, state_code: upper(number.state_code ?? null) }),
          ),
        }),
    ...(addresses === undefined
      ? {}
      : {
          addresses: addresses.map(
            (given): Address => ({
              ...emptyAddress,
              ...given,
              state: usState(given.state, given.country ?? checkedCountry),
            }),
          ),
        }),
  };
}

const usState = (state: string | null | undefined, inCountry: string) =>
  inCountry === 'USA' ? (state?.toUpperCase() ?? null) : (state ?? null);

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
      const facts = changed(noFacts, argumentsOf<typeof CreateApplicant>(call));
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
    status: 200,
    answer: ApplicantList,
    async handle(call) {
      const page = pageOf(call);
      const { total, applicants } = await listApplicants(call.ctx, call.caller, page);
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
    status: 200,
    answer: ApplicantReply,
    handle: async (call) => ok(reply(call, await readApplicant(call.ctx, call.caller, call.params.applicant_id!))),
  },
  {
    ...about,
    method: 'PUT',
    url: '/applicants/:applicant_id',
    operationId: 'updateApplicant',
    permission: 'order_checks',
    summary: 'Update an applicant',
    description: 'Partial: what is left out stays. Refused while any check of the applicant is ongoing.',
    body: UpdateApplicant,
    status: 200,
    answer: ApplicantReply,
    async handle(call) {
      const { problems } = call.body;
      const change = call.body.given as Static<typeof UpdateApplicant>;
      const applicant = await updateApplicant(call.ctx, call.caller, call.params.applicant_id!, (before) => {
        // Who has none, as orders of interface v1 may leave it, is answered with null: said back, that changes nothing.
        if (change.gender === null && before.gender !== null) problems.add('gender', "can't be blank");
        problems.refuse('invalid_fields');
        return changed(before, change);
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
    description: 'Refused when the applicant has any check.',
    refusals: ['invalid_fields'],
    status: 204,
    async handle(call) {
      await deleteApplicant(call.ctx, call.caller, call.params.applicant_id!);
      return noContent;
    },
  },
];
