// The wire schema of an applicant in interface v2: each fact with a v2 path is an attribute.
import type { Fact, FactTree } from '../../features/facts/fact.ts';
import { type ApplicantFacts, emptyOf, facts, noFacts } from '../../features/facts/facts.ts';
import { genders } from '../../features/value-sets/person-values.ts';
import { countryByAlpha3 } from '../../lib/countries.ts';
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
  type TSchema,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';

/** The facts that have an attribute in interface v2. */
const attributesOf = (tree: FactTree): [name: string, fact: Fact][] =>
  Object.entries(tree).filter(([, { v2 }]) => v2 !== null);

const capitalised = { male: 'Male', female: 'Female' } as const;
const { description: ofGender = facts.gender.description, example: exampleGender } = facts.gender.v2 ?? {};
const aboutGender = { description: ofGender, examples: [exampleGender] };
const genderWords = [...genders, ...Object.values(capitalised)];

type Way = 'given' | 'answered';

function shapeOf(name: string, fact: Fact, way: Way): TSchema {
  const { description = fact.description, example, values, entry } = fact.v2!;
  const about = { description, examples: example === undefined ? [] : [example] };
  switch (fact.kind) {
    case 'date':
      return date(description, String(example ?? '1985-06-14'));
    case 'country':
      return country(description);
    case 'nationality':
      return nationality(description);
    case 'flag':
      return Type.Unsafe<boolean | null>({ ...flag(about), type: ['boolean', 'null'] });
    case 'choice': {
      const words = values ?? fact.values;
      if (words === undefined) return nullableText(about, { 'x-value-set': fact.set });
      return fact.empty === null ? nullableOneOf(words, about) : oneOf(words, about);
    }
    case 'list': {
      const isGiven = way === 'given';
      const { title, ...about } = entry ?? { title: name, description };
      const shape = Type.Object(shapesOf(fact.entry, way), { ...about, title: isGiven ? `${title}Arguments` : title });
      return listOf(shape, {
        description: isGiven ? `${description.slice(0, -1)}; replaces the whole list.` : description,
      });
    }
    default:
      return fact.empty === null ? nullableText(about) : text(about);
  }
}

/** Text and words that are never null must be given; countries and dates have a default until they are. */
const mustBeGiven = ({ kind, empty }: Fact) => empty !== null && !['list', 'country', 'date'].includes(kind);

function shapesOf(tree: FactTree, way: Way): Record<string, TSchema> {
  const shapes = attributesOf(tree).map(([name, fact]): [string, TSchema] => {
    const shape = shapeOf(name, fact, way);
    return [name, way === 'answered' || mustBeGiven(fact) ? shape : optional(shape)];
  });
  return Object.fromEntries(shapes);
}

const gender = {
  given: Type.Unsafe<ApplicantFacts['gender']>(nullableOneOf(genderWords, aboutGender)),
  answered: nullableOneOf(Object.values(capitalised), {
    description: 'Gender; null if an order of interface v1 left it out.',
    examples: ['Female'],
  }),
} as const;

/** The attributes that a client sent; null clears, and entries of lists hold only the attributes that were sent. */
export type ApplicantChange = { readonly [K in keyof ApplicantFacts]?: ApplicantFacts[K] | null };

const exampleAddress = {
  building_number: '100',
  street: 'Main Street',
  town: 'London',
  postcode: 'SW4 6EH',
  country: 'GBR',
  start_date: '2020-03-01',
};

const given = { ...shapesOf(facts, 'given'), gender: gender.given };

export const UpdateApplicant = Type.Unsafe<ApplicantChange>(
  Type.Partial(Type.Object(given), {
    title: 'UpdateApplicant',
    description: 'The changes: absent or `""` keeps, null clears, an empty list empties.',
    examples: [{ mobile: '07700900123', addresses: [exampleAddress] }],
  }),
);

/** In the order of the interface: problems are reported in this order. */
const required = ['first_name', 'last_name', 'email', 'gender'];
const shapes: Readonly<Record<string, TSchema>> = given;
const requiredFirst = Object.fromEntries(
  [...new Set([...required, ...Object.keys(given)])].map((name) => [name, shapes[name]!]),
);

export const CreateApplicant = Type.Unsafe<ApplicantChange>(
  Type.Object(
    { ...requiredFirst, gender: oneOf(genderWords, aboutGender) },
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
  ),
);

interface AnsweredApplicant extends Omit<ApplicantFacts, 'gender'> {
  readonly id: string;
  readonly created_at: string;
  readonly href: string;
  readonly sandbox: boolean;
  readonly gender: 'Male' | 'Female' | null;
}

export const ApplicantReply = Type.Unsafe<AnsweredApplicant>(
  Type.Object(
    {
      id: id('Identifier of the applicant.'),
      created_at: timestamp('When the applicant was created.'),
      href: text({
        description: 'URI of the applicant.',
        examples: ['/v2/applicants/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
      }),
      sandbox: flag({ description: 'Whether the applicant is test data.', examples: [true] }),
      ...shapesOf(facts, 'answered'),
      gender: gender.answered,
    },
    {
      title: 'Applicant',
      description: 'An individual that checks are performed on; every attribute is present, null if unset.',
    },
  ),
);

/** Only v2 attributes: facts that only orders of interface v1 have are left out. */
function answered(tree: FactTree, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const attributes = attributesOf(tree).map(([name, fact]) => {
    const value = values[name];
    if (fact.kind === 'list') {
      const entries = (value ?? []) as readonly Readonly<Record<string, unknown>>[];
      return [name, entries.map((entry) => answered(fact.entry, entry))];
    }
    if (fact.mayBeFormer && countryByAlpha3(String(value)) === undefined) return [name, null];
    const words = fact.v2?.values;
    return [name, words === undefined || words.includes(String(value)) ? value : null];
  });
  return Object.fromEntries(attributes);
}

export const answeredFacts = (known: ApplicantFacts) =>
  ({ ...answered(facts, known), gender: known.gender === null ? null : capitalised[known.gender] }) as Pick<
    AnsweredApplicant,
    keyof ApplicantFacts
  >;

const upper = (code: string | null | undefined) => code?.toUpperCase() ?? null;

/** The facts after a change; an attribute that must not be empty returns to the default of an omitted one. */
export function changedFacts(before: ApplicantFacts, change: ApplicantChange): ApplicantFacts {
  const whole = (name: string, fact: Fact, value: unknown) =>
    fact.kind === 'list'
      ? (value as readonly object[]).map((entry) => ({ ...emptyOf(fact.entry), ...entry }))
      : (value ?? noFacts[name as keyof ApplicantFacts]);
  const changes = attributesOf(facts)
    .filter(([name]) => name in change)
    .map(([name, fact]) => [name, whole(name, fact, change[name as keyof ApplicantChange])]);
  const after = { ...before, ...Object.fromEntries(changes) } as ApplicantFacts;
  const isUs = (code: string | null) => (code ?? after.country) === 'USA';
  return {
    ...after,
    id_numbers: after.id_numbers.map((one) => ({ ...one, state_code: upper(one.state_code) })),
    addresses: after.addresses.map((one) => (isUs(one.country) ? { ...one, state: upper(one.state) } : one)),
  };
}
