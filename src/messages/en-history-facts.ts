// Labels and questions of the facts of work, education, memberships and references, in English.
import type { FactWords } from './fact-words.ts';

/** Of an activity that has neither an employer nor a school. */
const whereYouWere = { question: 'Country you were in' };

/** Of what has no employer who is asked. */
const placeIfKnown = { question: 'Town or address (optional)', hint: 'Of the business or the school' };

/** Who can confirm an activity, by its kind. */
const atTheAgency = {
  hint: 'At the agency if you worked through one: a name, and a phone number or email address',
};
const confirmedBy = (who: string) => ({ hint: `For example, ${who}, with a phone number or email address` });

export const historyFacts = {
  activities: { label: 'Work and other activities', entry: 'a job, or what you did instead' },
  'activities.status': {
    label: 'What you did',
    question: 'What were you doing?',
    missing: 'Choose what you did',
    choices: [
      {
        heading: 'Working',
        values: {
          FullTime: { hint: 'A job with full hours, without a date on which it was to end' },
          PartTime: { hint: 'The same with fewer hours' },
          FixedTerm: { hint: 'A job for an agreed time, full-time or part-time' },
          Temporary: { hint: 'An agency sent you, or paid you' },
          ZeroHours: { hint: 'Work without agreed hours, such as bank shifts' },
          Apprentice: {},
          Contractor: { hint: 'Under a contract for services, for one or more companies' },
          SelfEmployed: { hint: 'Your own business, or freelance' },
          ArmedForces: {},
          Volunteer: { hint: 'Without pay' },
          Intern: {},
        },
      },
      { heading: 'Studying', values: { Education: { hint: 'At school, college or university' } } },
      {
        heading: 'Not working',
        values: {
          Unemployed: { text: 'Looking for work', hint: 'With or without benefits' },
          Caring: { hint: 'Of your family or others, unpaid' },
          ParentalLeave: {},
          Illness: { hint: 'We do not ask what it was' },
          Travelling: {},
          CareerBreak: {},
          Retired: {},
          Custody: {
            hint: 'We do not ask why. Who reads the results sees “Not in work” instead, unless the role lets them see spent convictions. You need not tell of a spent sentence: choose “Something else” then',
          },
          AwaitingPermission: {},
          Other: {},
        },
      },
    ],
  },
  'activities.employer': {
    label: 'Employer',
    where: {
      fact: 'status',
      is: {
        ...{ Education: { question: 'School, college or university (optional)' } },
        ...{ Temporary: { question: 'Employer, or the place where the agency sent you' } },
        ...{ SelfEmployed: { question: 'Name of your business (optional)' } },
        ...{ Travelling: { question: 'Where you went (optional)' } },
      },
    },
    missing: 'Enter the name of the employer',
  },
  'activities.place': {
    label: 'Town or address',
    hint: 'Of the employer, so that we find the right one. For example, Lagos Island, or 12 Market Street, Leeds',
    where: {
      fact: 'status',
      is: {
        ...{ SelfEmployed: placeIfKnown, Education: placeIfKnown },
        ArmedForces: { question: 'Town or address (optional)', hint: 'Of your unit, as far as you may say it' },
      },
    },
    missing: 'Enter the town or address of the employer, so that we find the right one',
  },
  'activities.agency': {
    label: 'Through the agency',
    question: 'Agency that you worked through',
    hint: 'Its name, and its town. We ask the agency, not the place where it sent you',
  },
  'activities.explanation': {
    label: 'In their words',
    question: 'What did you do?',
    hint: 'In a few words. Say nothing about your health, or about an offence',
    missing: 'Say in a few words what you did',
  },
  'activities.job_title': { label: 'Job title', missing: 'Enter your job title' },
  'activities.payroll_number': {
    label: 'Payroll or staff number',
    hint: 'It is on your payslips. We may give it to the employer or the agency, so that they find you',
  },
  'activities.name_used': {
    label: 'Name used there',
    hint: 'If it was another one: your full name, for example before you married',
  },
  'activities.self_employed_status': {
    label: 'How self-employed',
    question: 'How did you work?',
    missing: 'Choose how you worked',
  },
  'activities.country': {
    label: 'Country',
    where: {
      fact: 'status',
      is: {
        ...{ Unemployed: whereYouWere, Caring: whereYouWere, Illness: whereYouWere, CareerBreak: whereYouWere },
        ...{
          ParentalLeave: whereYouWere,
          Custody: whereYouWere,
          AwaitingPermission: whereYouWere,
          Other: whereYouWere,
        },
        ...{ Retired: whereYouWere, Travelling: { question: 'Country you were in for the longest time' } },
      },
    },
    missing: 'Choose a country',
  },
  'activities.start_date': {
    label: 'Date it began',
    missing: 'Enter the date it began',
    question: 'Began',
    hint: 'For example, 27 3 2021',
  },
  'activities.end_date': { label: 'Date it ended', question: 'Ended', hint: 'Leave it empty if it goes on' },
  'activities.reason_for_leaving': {
    label: 'Left because',
    question: 'Why did it end?',
    hint: 'Leave it empty if you still work there',
    missing: 'Choose why you left',
  },
  'activities.contact_timing': {
    label: 'May be contacted',
    question: 'When may we contact the employer?',
    hint: 'Your employer learns nothing before you say so',
    choices: [
      {
        values: {
          Immediately: { text: 'Now' },
          AfterOffer: { text: 'Once I have an offer of the new job' },
          AfterResignation: { text: 'Once I have resigned' },
          AfterLeaving: { text: 'Once I have left' },
          AfterConfirmation: { text: 'Ask me again first' },
          Never: { text: 'Never', hint: 'We then look at your papers of the job instead' },
        },
      },
    ],
    missing: 'Choose when we may contact the employer',
  },
  'activities.papers': {
    label: 'Papers of it',
    question: 'Which papers do you have from that job?',
    hint: 'For example, a P60, payslips, or a letter about the closing. You add them with your documents',
  },
  'activities.referee': {
    label: 'Who can confirm it',
    question: 'Who can confirm it?',
    hint: 'A name or department, and a phone number or email address. If the employer closed, a former manager or colleague',
    missing: 'Say who can confirm it, or which papers you have',
    where: {
      fact: 'status',
      is: {
        ...{ Temporary: atTheAgency, ZeroHours: atTheAgency, Contractor: atTheAgency, FixedTerm: atTheAgency },
        SelfEmployed: confirmedBy('your accountant or a customer'),
        Education: confirmedBy('the office of the school, college or university'),
        Unemployed: confirmedBy('your Jobcentre'),
        Caring: confirmedBy('a doctor or a relative'),
        Illness: confirmedBy('your doctor'),
        Travelling: confirmedBy('somebody who travelled with you'),
        CareerBreak: confirmedBy('somebody who knows you well'),
        ParentalLeave: confirmedBy('the employer, or a midwife or health visitor'),
        Custody: confirmedBy('your probation officer or the resettlement team'),
        AwaitingPermission: confirmedBy('your adviser or solicitor'),
        Other: confirmedBy('somebody who knows you well'),
        Retired: confirmedBy('your last employer or your pension provider'),
      },
    },
  },
  has_qualifications: { label: 'Has qualifications of the kind that is asked for' },
  qualifications: { label: 'Education', entry: 'a qualification', none: 'I have no qualifications of this kind' },
  'qualifications.institution': {
    label: 'School, college or university',
    missing: 'Enter the name of the school, college or university',
  },
  'qualifications.country': {
    label: 'Country',
    question: 'Country where you got it',
    missing: 'Choose the country where you got it',
  },
  'qualifications.course': { label: 'Course or subject', missing: 'Enter the course or subject' },
  'qualifications.level': {
    label: 'Level',
    hint: 'As it is called there, for example GCSE, Abitur or bachelor’s degree',
    missing: 'Enter the level, for example GCSE, Abitur or bachelor’s degree',
  },
  'qualifications.classification': { label: 'Class or grade' },
  'qualifications.start_date': { label: 'Studied from' },
  'qualifications.end_date': { label: 'Studied until', hint: 'Leave it empty if you still study there' },
  'qualifications.graduated_on': {
    label: 'Date it was awarded',
    question: 'Awarded',
    hint: 'As on the certificate. Leave it empty if nothing was awarded',
  },
  'qualifications.student_number': {
    label: 'Student number',
    hint: 'Also called roll, registration or matriculation number. Schools in India, Nigeria and the Philippines find nobody without it',
  },
  'qualifications.name_used': {
    label: 'Name used there',
    hint: 'If it was another one: your full name, as on the certificate',
  },
  has_memberships: { label: 'Has memberships or registrations of the kind that is asked for' },
  memberships: { label: 'Memberships', entry: 'a membership', none: 'I have no membership or number of this kind' },
  'memberships.body': { label: 'Professional body', missing: 'Enter the name of the body' },
  'memberships.status': {
    label: 'Membership',
    question: 'Kind of membership',
    missing: 'Choose what your membership is',
  },
  'memberships.number': {
    label: 'Membership or registration number',
    missing: 'Enter your membership or registration number',
  },
  has_referees: { label: 'Has as many referees as are asked for' },
  why_no_referee: {
    label: 'Why there is no referee, or no other one',
    question: 'Why do you have nobody, or nobody else?',
    hint: 'The people who do the check read it, and tell you what else you can do.',
    missing: 'Say why you have nobody, or nobody else',
  },
  references: {
    label: 'References',
    entry: 'a reference',
    none: 'I have nobody, or nobody else, who can speak for me',
  },
  'references.name': { label: 'Name', missing: 'Enter the name of the person who can speak for you' },
  'references.relationship': {
    label: 'How they know the candidate',
    question: 'How they know you',
    missing: 'Say how they know you, for example line manager',
  },
  'references.organisation': { label: 'Organisation' },
  'references.email': {
    label: 'Email address',
    missing: 'Enter their email address, or a phone number or postal address if they have none',
  },
  'references.telephone': { label: 'Phone number' },
  'references.reached_by': {
    label: 'Reached without email',
    question: 'If they have no email address: their postal address',
    hint: 'A phone number above is enough, too: we then ring them',
  },
} as const satisfies Readonly<Record<string, FactWords>>;
