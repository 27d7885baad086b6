// Which view shows which page of the form: the compiler asks for each.
import type { PageId } from '../../features/candidate-form/form-page.ts';
import { activitiesView } from './activities/activities-view.ts';
import { addressesView } from './addresses/addresses-view.ts';
import { birthDateView } from './birth-date/birth-date-view.ts';
import { birthPlaceView } from './birth-place/birth-place-view.ts';
import { consentView } from './consent/consent-view.ts';
import { contactView } from './contact/contact-view.ts';
import { drivingLicenceView } from './driving-licence/driving-licence-view.ts';
import { educationView } from './education/education-view.ts';
import type { EntryView } from './entries/entry-view.ts';
import { genderView } from './gender/gender-view.ts';
import { membershipsView } from './memberships/memberships-view.ts';
import { nameView } from './name/name-view.ts';
import { nationalInsuranceView } from './national-insurance/national-insurance-view.ts';
import { nationalityView } from './nationality/nationality-view.ts';
import { otherNamesView } from './other-names/other-names-view.ts';
import type { PageView } from './page-view.ts';

/** Of the pages that gather a list. */
export const entryViews: Readonly<Partial<Record<PageId, EntryView>>> = {
  activities: activitiesView,
  education: educationView,
  memberships: membershipsView,
};

export const pageViews: Readonly<Record<PageId, PageView>> = {
  name: nameView,
  'other-names': otherNamesView,
  'birth-date': birthDateView,
  gender: genderView,
  'birth-place': birthPlaceView,
  nationality: nationalityView,
  'national-insurance': nationalInsuranceView,
  'driving-licence': drivingLicenceView,
  contact: contactView,
  addresses: addressesView,
  activities: activitiesView,
  education: educationView,
  memberships: membershipsView,
  consent: consentView,
};
