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
import { deviceIntelligence, digitalIdentity, facialSimilarity, knownFaces } from './families/biometrics.ts';
import {
  charityTrustee,
  companiesHouseIdentity,
  directorship,
  disqualifiedDirector,
  personsOfSignificantControl,
  section128,
} from './families/company-roles.ts';
import {
  childrensBarredListStandalone,
  criminalHistory,
  criminalHistorySelfEmployed,
  dbsAdultFirst,
  dbsUpdateService,
} from './families/criminal-history.ts';
import {
  antiCorruptionMalaysia,
  criminalHistoryInternational,
  sexOffenderPoland,
} from './families/criminal-history-international.ts';
import { criminalHistoryCanada, criminalHistoryUsa } from './families/criminal-history-north-america.ts';
import { criminalHistoryNorthernIreland } from './families/criminal-history-northern-ireland.ts';
import { criminalHistoryScotland } from './families/criminal-history-scotland.ts';
import {
  adr,
  driverCpc,
  drivingInstructor,
  forklift,
  motorInsurance,
  tachographCard,
  taxiRegister,
} from './families/driver-qualifications.ts';
import { drivingLicence } from './families/driving.ts';
import { alcoholTest, drugTest } from './families/drug-and-alcohol.ts';
import { education } from './families/education.ts';
import { employmentHistory } from './families/employment.ts';
import { adverseFinancial, bankruptcy, credit, judgments } from './families/financial.ts';
import {
  creditInternational,
  directorshipInternational,
  drivingLicenceInternational,
  insolvencyInternational,
} from './families/foreign-records.ts';
import { identity, proofOfAddress, residenceHistory } from './families/identity.ts';
import {
  identityDocument,
  nameChange,
  nationalInsuranceNumber,
  nationality,
  passportValidity,
  taxNumberInternational,
} from './families/identity-documents.ts';
import { adverseMedia, socialMedia } from './families/media.ts';
import { immunisation, occupationalHealth } from './families/occupational-health.ts';
import { acro, criminalSelfDeclaration, nationalSecurityVetting } from './families/other-uk-records.ts';
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
import { rightToRent, tenant } from './families/right-to-rent.ts';
import { rightToWork, rightToWorkInternational } from './families/right-to-work.ts';
import {
  antiMoneyLaundering,
  debarment,
  politicallyExposed,
  proscribedOrganisation,
  sanctions,
  wanted,
  watchlist,
} from './families/sanctions.ts';
import { aviationBackground, maritime, nuclear } from './families/sector-vetting.ts';
import type { Family } from './report-type.ts';

export const families: readonly Family[] = [
  identity,
  identityDocument,
  facialSimilarity,
  knownFaces,
  deviceIntelligence,
  proofOfAddress,
  digitalIdentity,
  passportValidity,
  nameChange,
  nationality,
  nationalInsuranceNumber,
  taxNumberInternational,
  residenceHistory,
  rightToWork,
  rightToWorkInternational,
  rightToRent,
  tenant,
  criminalHistory,
  dbsAdultFirst,
  dbsUpdateService,
  childrensBarredListStandalone,
  criminalHistorySelfEmployed,
  criminalHistoryScotland,
  criminalHistoryNorthernIreland,
  acro,
  criminalSelfDeclaration,
  nationalSecurityVetting,
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
  driverCpc,
  tachographCard,
  adr,
  drivingInstructor,
  taxiRegister,
  forklift,
  motorInsurance,
  occupationalHealth,
  immunisation,
  drugTest,
  alcoholTest,
  aviationBackground,
  maritime,
  nuclear,
  creditInternational,
  directorshipInternational,
  insolvencyInternational,
  drivingLicenceInternational,
  professionalMembership,
];
