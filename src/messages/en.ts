// Every sentence in English that a person reads, by code: findings in two voices, facts, requirements and sections.
import { consent } from './en-consent.ts';
import { declarations } from './en-declarations.ts';
import { documents } from './en-documents.ts';
import { facts } from './en-facts.ts';
import { findings } from './en-findings.ts';
import { reportTypes } from './en-report-types.ts';
import { requirements } from './en-requirements.ts';

const sections = {
  about_you: 'About you',
  where_you_lived: 'Where you have lived',
  work_and_education: 'Your work and education',
  declarations: 'What you declare',
  your_consent: 'Your consent',
} as const;

const groups = {
  person: 'Candidate',
  contact: 'Contact',
  identity_documents: 'Identity documents',
  addresses: 'Addresses',
  activities: 'Work and other activities',
  education: 'Education',
  memberships: 'Memberships',
  references: 'References',
  declarations: 'Declared by the candidate',
} as const;

export const en = { consent, declarations, documents, findings, facts, reportTypes, requirements, sections, groups };

export type FindingCode = keyof typeof findings;

export type RequirementId = keyof typeof requirements;
export type SectionId = keyof typeof sections;
