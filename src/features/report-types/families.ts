// Every family of the catalogue, in the order in which people read them.
import {
  activity,
  conflictOfInterest,
  cvComparison,
  gap,
  noticeAndRestrictions,
  secondaryEmployment,
  selfEmployment,
} from './families/activity.ts';
import {
  charityTrustee,
  companiesHouseIdentity,
  directorship,
  disqualifiedDirector,
  personsOfSignificantControl,
  section128,
} from './families/company-roles.ts';
import { criminalHistory } from './families/criminal-history.ts';
import {
  antiCorruptionMalaysia,
  criminalHistoryInternational,
  sexOffenderPoland,
} from './families/criminal-history-international.ts';
import { criminalHistoryCanada, criminalHistoryUsa } from './families/criminal-history-north-america.ts';
import { drivingLicence } from './families/driving.ts';
import { education } from './families/education.ts';
import { employmentHistory } from './families/employment.ts';
import { adverseFinancial, bankruptcy, credit, judgments } from './families/financial.ts';
import {
  creditInternational,
  directorshipInternational,
  drivingLicenceInternational,
  insolvencyInternational,
} from './families/foreign-records.ts';
import { identity, identityDocument } from './families/identity.ts';
import { adverseMedia, socialMedia } from './families/media.ts';
import { professionalMembership } from './families/professional-membership.ts';
import { academicReference, characterReference, clientReference, gapReference } from './families/references.ts';
import {
  cifas,
  civilLitigation,
  financialServicesRegister,
  fitAndProper,
  gamblingPersonalLicence,
  icoRegister,
  landRegistry,
  prudentialRegulation,
  regulatoryInternational,
} from './families/regulatory.ts';
import { rightToWork } from './families/right-to-work.ts';
import {
  antiMoneyLaundering,
  debarment,
  politicallyExposed,
  proscribedOrganisation,
  sanctions,
  wanted,
  watchlist,
} from './families/sanctions.ts';
import type { Family } from './report-type.ts';

export const families: readonly Family[] = [
  identity,
  identityDocument,
  rightToWork,
  criminalHistory,
  criminalHistoryInternational,
  criminalHistoryUsa,
  criminalHistoryCanada,
  antiCorruptionMalaysia,
  sexOffenderPoland,
  employmentHistory,
  characterReference,
  academicReference,
  clientReference,
  gapReference,
  selfEmployment,
  activity,
  gap,
  cvComparison,
  conflictOfInterest,
  secondaryEmployment,
  noticeAndRestrictions,
  education,
  credit,
  adverseFinancial,
  bankruptcy,
  judgments,
  directorship,
  disqualifiedDirector,
  personsOfSignificantControl,
  charityTrustee,
  section128,
  companiesHouseIdentity,
  financialServicesRegister,
  prudentialRegulation,
  regulatoryInternational,
  fitAndProper,
  sanctions,
  politicallyExposed,
  watchlist,
  antiMoneyLaundering,
  debarment,
  wanted,
  proscribedOrganisation,
  adverseMedia,
  socialMedia,
  cifas,
  civilLitigation,
  icoRegister,
  gamblingPersonalLicence,
  landRegistry,
  drivingLicence,
  creditInternational,
  directorshipInternational,
  insolvencyInternational,
  drivingLicenceInternational,
  professionalMembership,
];
