// The functions for which a regulated firm certifies people, and those of senior managers, whom it assesses each year: data.
// FCA Handbook: SYSC 27.7.3R (certification functions) and SUP 10C.4.3R, with the functions that the PRA specifies; as on
// 30 November 2026.

const certification = {
  cass_oversight: 'CASS oversight',
  proprietary_trader: 'Proprietary trader',
  significant_management: 'Significant management',
  qualified: 'Function that requires a qualification',
  manager_of_certified: 'Manager of certification employees',
  material_risk_taker: 'Material risk taker',
  client_dealing: 'Client dealing',
  algorithmic_trading: 'Algorithmic trading',
  pra_certification: 'Certification function of the PRA',
} as const;

const seniorManagement = {
  smf1: 'SMF1 Chief executive',
  smf2: 'SMF2 Chief finance',
  smf3: 'SMF3 Executive director',
  smf4: 'SMF4 Chief risk',
  smf5: 'SMF5 Head of internal audit',
  smf6: 'SMF6 Head of key business area',
  smf7: 'SMF7 Group entity senior manager',
  smf8: 'SMF8 Credit union',
  smf9: 'SMF9 Chair of the governing body',
  smf10: 'SMF10 Chair of the risk committee',
  smf11: 'SMF11 Chair of the audit committee',
  smf12: 'SMF12 Chair of the remuneration committee',
  smf13: 'SMF13 Chair of the nomination committee',
  smf14: 'SMF14 Senior independent director',
  smf15: 'SMF15 Chair of the with-profits committee',
  smf16: 'SMF16 Compliance oversight',
  smf17: 'SMF17 Money laundering reporting officer',
  smf18: 'SMF18 Other overall responsibility',
  smf19: 'SMF19 Head of third country branch',
  smf20: 'SMF20 Chief actuary',
  smf20a: 'SMF20a With-profits actuary',
  smf21: 'SMF21 EEA branch senior manager',
  smf22: 'SMF22 Other local responsibility',
  smf23: 'SMF23 Chief underwriting officer',
  smf23a: 'SMF23a Underwriting risk oversight (Lloyd’s)',
  smf23b: 'SMF23b Conduct risk oversight (Lloyd’s)',
  smf24: 'SMF24 Chief operations',
  smf25: 'SMF25 Small insurer senior manager',
  smf26: 'SMF26 Head of small run-off firm',
  smf27: 'SMF27 Partner',
  smf29: 'SMF29 Limited scope',
} as const;

export const certifiedFunctions = { ...certification, ...seniorManagement } as const;

export type CertifiedFunction = keyof typeof certifiedFunctions;

export const isCertifiedFunction = (name: string): name is CertifiedFunction => Object.hasOwn(certifiedFunctions, name);

/** Approved by the regulator; the firm assesses them each year all the same, and issues no certificate. */
export const isOfSeniorManagement = (name: CertifiedFunction): boolean => Object.hasOwn(seniorManagement, name);

/** For choices, in groups. */
export const functionGroups = [
  { label: 'Certification functions', names: Object.keys(certification) as CertifiedFunction[] },
  { label: 'Senior management functions', names: Object.keys(seniorManagement) as CertifiedFunction[] },
] as const;
