// The public pages on which a screener asks a source, by report type and by professional body. The program opens none of them.
import type { ReportType } from './report-type.ts';
import { professionalBodies } from './tables/professional-bodies.ts';

export interface SourceLink {
  readonly name: string;
  readonly address: string;
}

const companiesHouse = {
  name: 'Companies House, officers',
  address: 'https://find-and-update.company-information.service.gov.uk/search/officers',
};
const disqualified = {
  name: 'Companies House, disqualified directors',
  address: 'https://find-and-update.company-information.service.gov.uk/search/disqualified-officers',
};
const insolvencyRegister = {
  name: 'Individual Insolvency Register',
  address: 'https://www.gov.uk/search-bankruptcy-insolvency-register',
};
const sanctionsList = {
  name: 'UK Sanctions List',
  address: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
};
const companies = {
  name: 'Companies House, companies',
  address: 'https://find-and-update.company-information.service.gov.uk/',
};
const trustOnline = { name: 'Register of Judgments, Orders and Fines', address: 'https://www.trustonline.org.uk/' };
const dvla = { name: 'DVLA, check a driving licence', address: 'https://www.gov.uk/check-driving-information' };
const hedd = { name: 'Hedd', address: 'https://hedd.ac.uk/' };
const financialRegister = { name: 'Financial Services Register', address: 'https://register.fca.org.uk/' };

/** By the name of a type, or by name and variant, which comes first. */
const byType: Readonly<Record<string, readonly SourceLink[]>> = {
  right_to_work: [
    { name: 'Home Office, view a right to work', address: 'https://www.gov.uk/view-right-to-work' },
    {
      name: 'Home Office, Employer Checking Service',
      address: 'https://www.gov.uk/employee-immigration-employment-status',
    },
  ],
  right_to_rent: [{ name: 'Home Office, view a right to rent', address: 'https://www.gov.uk/view-right-to-rent' }],
  dbs_update_service: [{ name: 'DBS Update Service', address: 'https://www.gov.uk/dbs-update-service' }],
  driving_licence: [dvla],
  directorship: [companiesHouse, disqualified],
  disqualified_director: [disqualified, insolvencyRegister],
  persons_of_significant_control: [companies],
  charity_trustee: [{ name: 'Charity Commission', address: 'https://register-of-charities.charitycommission.gov.uk/' }],
  bankruptcy: [insolvencyRegister],
  ccj: [trustOnline],
  credit: [insolvencyRegister, trustOnline],
  adverse_financial: [insolvencyRegister, trustOnline],
  sanctions: [sanctionsList],
  financial_services_register: [financialRegister],
  pra: [financialRegister],
  'fit_and_proper:smf': [financialRegister],
  'fit_and_proper:certification': [financialRegister],
  'fit_and_proper:ned': [financialRegister],
  ico_register: [{ name: 'Register of fee payers', address: 'https://ico.org.uk/ESDWebPages/Search' }],
  'education:uk': [hedd],
  'education:uk_hedd': [hedd],
  employment_history: [companies],
};

type Named = Pick<ReportType, 'name' | 'variant'>;

/** The professional body that a type asks. */
export const bodyOf = ({ name, variant }: Named) =>
  name === 'professional_membership' ? professionalBodies.find(({ key }) => key === variant) : undefined;

/** Its source is asked for the employers, not for the candidate. */
export const asksCompanies = ({ name }: Pick<ReportType, 'name'>): boolean => name === 'employment_history';

/** None where no page is known that the public reads. */
export function sourceLinks(type: Named): readonly SourceLink[] {
  const { name, variant } = type;
  const body = bodyOf(type);
  if (body?.site !== undefined) return [{ name: body.name, address: `https://${body.site}/` }];
  return byType[`${name}:${variant}`] ?? byType[name] ?? [];
}
