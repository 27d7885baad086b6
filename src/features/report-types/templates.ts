// The sets of report types with which a new account may start.
import type { Area, ReportType } from './report-type.ts';

interface Template {
  readonly label: string;
  readonly areas: readonly Area[];
}

const everywhere: readonly Area[] = [
  'identity',
  'right_to_work',
  'criminal_records',
  'employment',
  'education',
  'driving',
];

export const templates = {
  uk_standard: { label: 'UK standard', areas: [...everywhere, 'financial', 'professional_bodies'] },
  financial_services: {
    label: 'Financial services',
    areas: [...everywhere, 'financial', 'professional_bodies', 'international_criminal_records', 'international'],
  },
  care_and_education: {
    label: 'Care and education',
    areas: [...everywhere, 'health', 'professional_bodies', 'international_criminal_records'],
  },
  security_industry: {
    label: 'Security industry',
    areas: [...everywhere, 'financial', 'health', 'professional_bodies', 'international_criminal_records'],
  },
  everything: {
    label: 'Everything',
    areas: [
      ...everywhere,
      'financial',
      'health',
      'professional_bodies',
      'international_criminal_records',
      'international',
    ],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateId = keyof typeof templates;
export const templateIds = Object.keys(templates) as readonly TemplateId[];

export const typesOfTemplate = (id: TemplateId, types: readonly ReportType[]): readonly ReportType[] =>
  types.filter(({ area }) => (templates[id].areas as readonly Area[]).includes(area));
