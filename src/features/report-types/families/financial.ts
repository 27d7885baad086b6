// What is known of financial and regulatory reports.
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

export const credit: Family = {
  name: 'credit',
  area: 'financial',
  aliases: [{ name: 'UKCreditCheckEquifax' }],
  label: 'UK credit',
  description: 'County court judgments, insolvencies and the electoral roll at the addresses of six years.',
  requires: [...person, { address_history: { years: 6 } }],
};

export const antiMoneyLaundering: Family = {
  name: 'anti_money_laundering',
  area: 'financial',
  aliases: [{ name: 'UKIDAMLCheckUKAML' }],
  label: 'Identity and anti-money laundering',
  description: 'Identity from independent sources, sanctions, politically exposed persons and mortality.',
  requires: [...person, { address_history: { years: 3 } }],
};

export const sanctions: Family = {
  name: 'sanctions',
  area: 'financial',
  label: 'Sanctions and politically exposed persons',
  description: 'The UK Sanctions List and persons in prominent public functions.',
  requires: [...person, 'nationality'],
};

export const adverseMedia: Family = {
  name: 'adverse_media',
  area: 'financial',
  label: 'Adverse media',
  description: 'Published reports of crime, fraud and regulatory action.',
  requires: person,
};

export const directorship: Family = {
  name: 'directorship',
  area: 'financial',
  label: 'UK directorships and disqualifications',
  description: 'Appointments at Companies House, past and present, and disqualifications.',
  requires: person,
};

export const financialServicesRegister: Family = {
  name: 'financial_services_register',
  area: 'financial',
  label: 'Financial Services Register',
  description: 'Approvals, certifications and prohibitions published by the FCA and the PRA.',
  requires: person,
};
