// Which view shows which page of the form: the compiler asks for each.
import type { PageId } from '../../features/candidate-form/form-page.ts';
import { addressesView } from './addresses/addresses-view.ts';
import { birthDateView } from './birth-date/birth-date-view.ts';
import { birthPlaceView } from './birth-place/birth-place-view.ts';
import { consentView } from './consent/consent-view.ts';
import { contactView } from './contact/contact-view.ts';
import { genderView } from './gender/gender-view.ts';
import { nameView } from './name/name-view.ts';
import { nationalInsuranceView } from './national-insurance/national-insurance-view.ts';
import { nationalityView } from './nationality/nationality-view.ts';
import { otherNamesView } from './other-names/other-names-view.ts';
import type { PageView } from './page-view.ts';

export const pageViews: Readonly<Record<PageId, PageView>> = {
  name: nameView,
  'other-names': otherNamesView,
  'birth-date': birthDateView,
  gender: genderView,
  'birth-place': birthPlaceView,
  nationality: nationalityView,
  'national-insurance': nationalInsuranceView,
  contact: contactView,
  addresses: addressesView,
  consent: consentView,
};
