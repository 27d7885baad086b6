// The facts of one entry of the candidate's work, education, memberships and references.
import { employedStatuses } from '../value-sets/employment-values.ts';
import { country, date, longText, requiredText, text, valueFrom, withEmpty } from './fact.ts';

/** There is an employer to ask. */
const whereEmployed = { fact: 'status', is: [...employedStatuses] } as const;
/** Nobody of the employer is there to ask: papers and former colleagues confirm the job. */
const closed = { fact: 'reason_for_leaving', is: ['BusinessClosed'] } as const;
/** There is an employer, a business, a school or a journey to name. */
const whereNamed = { fact: 'status', is: [...employedStatuses, 'SelfEmployed', 'Education', 'Travelling'] } as const;

/** There is a place to go with the name. */
const wherePlaced = { fact: 'status', is: [...whereEmployed.is, 'SelfEmployed', 'Education'] } as const;
/** An agency may have placed or paid them. */
const whereThroughAgency = { fact: 'status', is: ['Temporary', 'ZeroHours', 'Contractor', 'FixedTerm'] } as const;

/** The name under which the records of an employer or a school have the candidate. */
const nameThen = {
  ...{ description: 'Name that the candidate had there, if it was another.', v1: null, v2: null },
  isOptional: true,
} as const;

/** Nobody is there to name: the candidate says in words what they did. */
const whereExplained = {
  fact: 'status',
  is: [
    ...['Unemployed', 'Caring', 'ParentalLeave', 'Illness', 'Travelling', 'CareerBreak', 'Retired', 'Custody'],
    ...['AwaitingPermission', 'Other'],
  ],
} as const;

export const activityFacts = {
  status: withEmpty(
    valueFrom('employmentstatus', {
      description: 'Type of employment or other activity.',
      v1: { path: 'EmploymentStatus', example: 'FullTime' },
      v2: null,
    }),
    '',
  ),
  employer: requiredText({
    description: 'Name of the employer, or a name for another activity.',
    v1: { path: 'Employer', example: 'Example Ltd', max: 250 },
    v2: null,
    onlyWhere: whereNamed,
  }),
  place: text({
    description: 'Town or address by which the employer, the business or the school is found.',
    v1: null,
    v2: null,
    onlyWhere: wherePlaced,
  }),
  agency: text({
    description: 'Agency that placed or paid the candidate there; it is asked in place of the employer.',
    v1: null,
    v2: null,
    isOptional: true,
    onlyWhere: whereThroughAgency,
  }),
  explanation: text({
    description: 'What the candidate did, in their words, where there is no employer.',
    v1: null,
    v2: null,
    isOptional: true,
    onlyWhere: whereExplained,
  }),
  job_title: text({
    description: 'Job title.',
    v1: { path: 'JobTitle', example: 'Driver', max: 100 },
    v2: null,
    onlyWhere: whereEmployed,
  }),
  payroll_number: text({
    description: 'Number of the candidate with the employer or the agency.',
    v1: null,
    v2: null,
    isOptional: true,
    onlyWhere: whereEmployed,
  }),
  name_used: text({ ...nameThen, onlyWhere: wherePlaced }),
  self_employed_status: valueFrom('selfemploymentstatus', {
    description: 'How self-employed.',
    v1: { path: 'SelfEmployedStatus', example: 'SoleTrader' },
    v2: null,
    onlyWhere: { fact: 'status', is: ['SelfEmployed'] },
  }),
  country: country({
    description: 'Country of the activity; by default the UK.',
    v1: { path: 'Country' },
    v2: null,
    isOptional: true,
  }),
  start_date: withEmpty(
    date({
      dayMayBeMissing: 'first',
      description: 'Since when.',
      v1: { path: 'From', example: '2020-03-01' },
      v2: null,
    }),
    '',
  ),
  end_date: date({
    dayMayBeMissing: 'last',
    description: 'End date; absent for a current activity.',
    v1: { path: 'To', example: '2024-03-01' },
    v2: null,
    isOptional: true,
  }),
  reason_for_leaving: valueFrom('reasonforleaving', {
    description: 'Why the candidate left.',
    v1: { path: 'ReasonForLeaving', example: 'NewJob' },
    v2: null,
    onlyWhere: whereEmployed,
  }),
  contact_timing: valueFrom('contacttiming', {
    description: 'How soon the employer may be contacted.',
    v1: { path: 'ContactTiming', example: 'Immediately' },
    v2: null,
    onlyWhere: whereEmployed,
    // Interface v1 needs it of every employer; nobody is left to be asked too soon.
    whileChosen: { ...closed, isNot: true, otherwise: 'Immediately' },
  }),
  papers: text({
    description: 'Papers that the candidate has of an employer that closed.',
    v1: null,
    v2: null,
    isOptional: true,
    onlyWhere: whereEmployed,
    whileChosen: closed,
  }),
  referee: longText({
    description: 'Who can confirm it, and how to reach them.',
    v1: { path: 'Referee', example: 'Personnel, 020 7946 0000', max: 500 },
    v2: null,
    isOptional: true,
  }),
} as const;

export const qualificationFacts = {
  institution: requiredText({
    description: 'School, college or university.',
    v1: { path: 'Institution', example: 'University of Leeds', max: 500 },
    v2: null,
  }),
  // The candidate says it: an order that leaves it out means the UK.
  country: country({
    description: 'Country of the institution; by default the UK.',
    v1: { path: 'Country' },
    v2: null,
  }),
  course: requiredText({
    description: 'Course or subject.',
    v1: { path: 'Qualification', example: 'History', max: 500 },
    v2: null,
  }),
  level: requiredText({
    description: 'Level of the qualification.',
    v1: { path: 'Level', example: 'BA', max: 500 },
    v2: null,
  }),
  classification: text({
    description: 'Class or grade.',
    v1: { path: 'Classification', example: '2:1', max: 500 },
    v2: null,
    isOptional: true,
  }),
  start_date: date({
    dayMayBeMissing: 'first',
    monthMayBeMissing: true,
    description: 'Since when the candidate studied there.',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  end_date: date({
    dayMayBeMissing: 'last',
    monthMayBeMissing: true,
    description: 'Until when the candidate studied there; absent for studies that go on.',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  graduated_on: date({
    dayMayBeMissing: 'first',
    monthMayBeMissing: true,
    description: 'When it was awarded.',
    v1: { path: 'GraduationDate', example: '2006-07-15' },
    v2: null,
    isOptional: true,
  }),
  student_number: text({
    description: 'Student number.',
    v1: { path: 'StudentNumber', example: '200012345', max: 50 },
    v2: null,
    isOptional: true,
  }),
  name_used: text(nameThen),
} as const;

export const membershipFacts = {
  body: requiredText({
    description: 'Name of the body.',
    v1: { path: 'Body', example: 'Law Society', max: 250 },
    v2: null,
  }),
  status: withEmpty(
    valueFrom('membershipstatus', {
      description: 'Grade of membership.',
      v1: { path: 'MembershipStatus', example: 'Member' },
      v2: null,
    }),
    '',
  ),
  number: text({
    description: 'Membership number.',
    v1: { path: 'Number', example: '123456', max: 50 },
    v2: null,
    isOptional: true,
  }),
} as const;

export const referenceFacts = {
  name: requiredText({
    description: 'Name of the referee.',
    v1: { path: 'Name', example: 'R. Referee', max: 250 },
    v2: null,
  }),
  relationship: requiredText({
    description: 'How the referee knows the candidate.',
    v1: { path: 'Relationship', example: 'Line manager', max: 250 },
    v2: null,
  }),
  organisation: text({
    description: 'Organisation of the referee.',
    v1: { path: 'Organisation', example: 'Example Ltd', max: 250 },
    v2: null,
    isOptional: true,
  }),
  email: text({
    description: 'Email address of the referee.',
    v1: { path: 'Email', example: 'referee@example.com', max: 60 },
    v2: null,
    isOptional: true,
  }),
  telephone: text({
    description: 'Telephone number of the referee.',
    v1: { path: 'Telephone', example: '020 7946 0000', max: 30 },
    v2: null,
    isOptional: true,
  }),
  reached_by: text({
    description: 'How a referee without an email address is reached.',
    v1: null,
    v2: null,
    isOptional: true,
  }),
} as const;
