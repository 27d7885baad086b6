// The values for employments and other activities (ours, in the terms of UK references).
import { described, named } from './value-set.ts';

export const employmentStatuses = described([
  ['FullTime', 'Full-time employee', 'Employed for the full hours of the job.'],
  ['PartTime', 'Part-time employee', 'Employed for fewer hours.'],
  ['FixedTerm', 'Fixed-term employee', 'Employed until an agreed date.'],
  ['Temporary', 'Temporary or agency worker', 'Placed or paid by an agency.'],
  ['ZeroHours', 'Zero-hours or casual worker', 'Employed without agreed hours.'],
  ['Apprentice', 'Apprentice or trainee', 'Employed while learning the job.'],
  ['Contractor', 'Contractor', 'Working under a contract for services.'],
  ['SelfEmployed', 'Self-employed', 'Working for oneself; say how with SelfEmployedStatus.'],
  ['ArmedForces', 'Armed forces', 'Serving in the regular or reserve forces.'],
  ['Volunteer', 'Volunteer', 'Working without pay.'],
  ['Intern', 'Intern or work placement', 'Working to learn, paid or not.'],
  ['Education', 'Full-time education', 'At school, college or university.'],
  ['Unemployed', 'Unemployed', 'Looking for work, with or without benefits.'],
  ['Caring', 'Caring for somebody', 'Looking after family or home, also parental leave.'],
  ['Illness', 'Ill or unable to work', 'Not working for reasons of health.'],
  ['Travelling', 'Travelling', 'Away for a time, not working.'],
  ['CareerBreak', 'Career break', 'Not working by choice for another reason.'],
  ['Retired', 'Retired', 'No longer working.'],
]);

/**
 * What a candidate may choose besides (ours): the set of the interface stays as programs know it, which read the nearest of
 * its values.
 */
export const ownEmploymentStatuses = [
  { value: 'ParentalLeave', name: 'Maternity, paternity or parental leave', nearest: 'Caring' },
  { value: 'Custody', name: 'In prison or detention', nearest: 'CareerBreak' },
  { value: 'AwaitingPermission', name: 'Waiting for permission to work', nearest: 'Unemployed' },
  { value: 'Other', name: 'Something else', nearest: 'CareerBreak' },
] as const;

/** Statuses with an employer who can be asked. */
export const employedStatuses: ReadonlySet<string> = new Set([
  ...['FullTime', 'PartTime', 'FixedTerm', 'Temporary', 'ZeroHours', 'Apprentice', 'Contractor', 'ArmedForces'],
  ...['Volunteer', 'Intern'],
]);

export const selfEmploymentStatuses = named({
  SoleTrader: 'Sole trader',
  Partnership: 'Partner in a partnership',
  LimitedLiabilityPartnership: 'Member of a limited liability partnership',
  LimitedCompany: 'Director of one’s own limited company',
  UmbrellaCompany: 'Through an umbrella company',
  Franchisee: 'Franchisee',
  Freelance: 'Freelance without a business of one’s own',
});

export const contactTimings = described([
  ['Immediately', 'Straight away', 'The employer may be contacted as soon as the order is placed.'],
  ['AfterOffer', 'After an offer', 'Only once the candidate has been offered the job.'],
  ['AfterResignation', 'After resignation', 'Only once the candidate has given notice.'],
  ['AfterLeaving', 'After leaving', 'Only once the employment has ended.'],
  ['AfterConfirmation', 'After asking again', 'Only when the candidate has said so again.'],
  ['Never', 'Not at all', 'The employment is confirmed from documents instead.'],
]);

export const namesOfReasonsForLeaving = {
  StillEmployed: 'Still there',
  Resigned: 'Resigned',
  NewJob: 'Left for another job',
  EndOfContract: 'End of a contract or a fixed term',
  EndOfAssignment: 'End of a temporary assignment',
  Redundancy: 'Redundancy',
  MutualAgreement: 'Mutual or settlement agreement',
  Dismissed: 'Dismissed',
  FailedProbation: 'Probation not passed',
  Relocation: 'Moved away',
  Education: 'Went into education',
  Family: 'Family or caring',
  Health: 'Health',
  Travel: 'Travel or career break',
  SelfEmployment: 'Became self-employed',
  Retirement: 'Retirement',
  BusinessClosed: 'The employer closed',
  Transfer: 'Transferred with the business (TUPE)',
  Other: 'Another reason',
} as const;

export const reasonsForLeaving = named(namesOfReasonsForLeaving);

export const membershipStatuses = named({
  Student: 'Student',
  Affiliate: 'Affiliate',
  Associate: 'Associate',
  Graduate: 'Graduate or licentiate',
  Member: 'Member',
  Chartered: 'Chartered member',
  Fellow: 'Fellow',
  Honorary: 'Honorary member',
  Registered: 'Registered or licensed to practise',
  Retired: 'Retired member',
  Lapsed: 'Lapsed or former member',
});
