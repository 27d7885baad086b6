// The sets of report types with which a new account may start.
import type { Area, ReportType } from './report-type.ts';
import { standards } from './standards.ts';

interface Template {
  readonly label: string;
  readonly areas: readonly Area[];
  /** For how many days after somebody has left their file is kept, where a standard of the trade says so. */
  readonly keepsDays?: number;
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
    keepsDays: standards.smcr_certification.keepsDays.value,
    areas: [...everywhere, 'financial', 'professional_bodies', 'international_criminal_records', 'international'],
  },
  care_and_education: {
    label: 'Care and education',
    areas: [...everywhere, 'health', 'professional_bodies', 'international_criminal_records'],
  },
  security_industry: {
    label: 'Security industry',
    keepsDays: standards.bs_7858.keepsDays.value,
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

/** Undefined where no standard of its trade says so. */
export const keepsDaysOf = (id: TemplateId): number | undefined => (templates[id] as Template).keepsDays;
