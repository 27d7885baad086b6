// Every family of the catalogue, in the order in which people read them.
import { criminalHistory } from './families/criminal-history.ts';
import { drivingLicence } from './families/driving.ts';
import { education } from './families/education.ts';
import { activity, employmentHistory } from './families/employment.ts';
import {
  adverseMedia,
  antiMoneyLaundering,
  credit,
  directorship,
  financialServicesRegister,
  sanctions,
} from './families/financial.ts';
import { identity, identityDocument } from './families/identity.ts';
import { professionalMembership } from './families/professional-membership.ts';
import { rightToWork } from './families/right-to-work.ts';
import type { Family } from './report-type.ts';

export const families: readonly Family[] = [
  identity,
  identityDocument,
  rightToWork,
  criminalHistory,
  employmentHistory,
  activity,
  education,
  credit,
  antiMoneyLaundering,
  sanctions,
  adverseMedia,
  directorship,
  financialServicesRegister,
  drivingLicence,
  professionalMembership,
];
