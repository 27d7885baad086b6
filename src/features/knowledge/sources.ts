// The public sources that rules and catalogue entries name.
import type { IsoDate } from '../../lib/dates.ts';

export interface Source {
  readonly title: string;
  /** Where a reader finds it; the program never sends a request there. */
  readonly where: string;
  /** When it was last read. */
  readonly checkedOn: IsoDate;
}

const read = (title: string, where: string, checkedOn: IsoDate = '2026-11-22'): Source => ({ title, where, checkedOn });

export const sources = {
  screening_interface: read('Report type notes in the documentation of the API', 'the interface, Report type notes'),
  driver_numbers: read('Numbers of driving licences', 'gov.uk, driving licence number; nidirect.gov.uk'),
  postcode_format: read('Postcode format', "Royal Mail, Programmers' Guide to PAF"),
  icao_9303: read('Machine readable travel documents, Doc 9303', 'icao.int, Doc 9303'),
  national_numbers: read(
    'Check digits of national numbers, as their issuers publish them',
    'arthurdejong.org/python-stdnum; npm stdnum',
  ),
  professional_registers: read(
    'Numbers as the registers of professional bodies show them; general knowledge for most bodies',
    'the register of each body, docs/report-types.md',
  ),
  bs_7858: read('Screening of individuals working in a secure environment, BS 7858:2019', 'bsigroup.com, BS 7858:2019'),
  sterling_catalogue: read(
    'Product catalogue of a screening company, as its API answered',
    'github.com/merndeveloper-hub/node_firststab data.js @6e15a3d',
  ),
  verifile_international: read('International screening', 'verifile.co.uk/blog, September 2018'),
  verifile_employment: read('How employment is verified', 'knowledge.verifile.co.uk, article 101000516348'),
  verifile_criminal_records: read('Criminal records checks', 'verifile.co.uk/criminal-records-checks'),
  zinc_help: read('Help centre of a screening company', 'support.zincwork.com; help.zincwork.com'),
  credence_services: read('Employment checks and screening questions', 'credence.co.uk/services'),
  bs7858_screener_help: read(
    'Employment evidence, a BS 7858 screener',
    'applicant-help-area.groovehq.com/help/employment-evidence',
  ),
  accurate_references: read(
    'The rise of the fake employment reference',
    'accurate.com/uk/blog/the-rise-of-the-fake-employment-reference',
  ),
  konfir_help: read(
    'How verification solutions work',
    'support.konfir.com, article 11786210; konfir.com, How our verification solutions work',
  ),
  dfe_qualifications: read(
    'Access your teaching qualifications (29 June 2026)',
    'github.com/DFE-Digital/access-your-teaching-qualifications',
  ),
  dfe_vacancies: read('Teaching vacancies (21 August 2026)', 'github.com/DFE-Digital/teaching-vacancies'),
  moj_disclosure: read(
    'Check when to disclose cautions or convictions (8 June 2026)',
    'github.com/ministryofjustice/disclosure-checker',
  ),
  open_sanctions: read('Crawlers of sanctions lists (22 August 2026)', 'github.com/opensanctions/opensanctions'),
  onfido_models: read('Models of public API clients', 'onfido-ruby; go-onfido'),
  pyonfido: read('Report names and variants of a public API client', 'pyonfido, reports.py'),
  right_to_work_guide: read(
    "An employer's guide to right to work checks (26 June 2025)",
    'gov.uk, Employer’s guide to right to work checks',
  ),
  right_to_work_2026: read(
    'Extension of the right to work scheme, October 2026',
    'ukimmigration.law ?p=3339; policy-wire.co.uk',
  ),
  right_to_work_documents: read(
    'Right to work: acceptable documents',
    'harveyslegal.com/right-to-work-acceptable-documents',
  ),
  rtw_comply: read('Right to work documents list', 'rtwcomply.co.uk/blog/right-to-work-documents-list-uk'),
  personnel_today: read(
    'Documents that prove the right to work',
    'personneltoday.com/hr/prove-right-to-work-documentation',
  ),
  self_employed_dbs: read(
    'DBS checks of self-employed people from 21 January 2026',
    'parliamenttoday.com id=171401; nhsemployers.org',
  ),
  supervision_exemption: read(
    'End of the supervision exemption, 1 September 2026',
    'schools.norfolk.gov.uk/article/79341; nlhealthyme.co.uk',
  ),
  dbs_digital_identity: read(
    'Supplementary code for DBS digital identity 1.0, pre-release of 3 March 2026',
    'gov.uk, supplementary code for DBS digital identity',
  ),
  access_ni_costs: read('AccessNI: costs', 'nibusinessinfo.co.uk, AccessNI costs'),
  access_ni_guidance: read(
    'AccessNI: identity, costs and turnaround times',
    'nidirect.gov.uk, providing proof of identity; costs and turnaround times',
  ),
  access_ni_documents: read('AccessNI: documents', 'eani.org.uk'),
  disclosure_scotland: read('Customer questions, June 2025', 'disclosure.gov.scot/news/2025/06/customer-questions'),
  disclosure_scotland_register: read('Register an organisation', 'mygov.scot/register-organisation-disclosure'),
  pvg_five_years: read('Five-year PVG membership', 'vaorkney.org.uk/five-year-pvg'),
  disclosure_levels: read('Disclosure levels of foster and adoption', 'arcengland.org.uk'),
  fca_ps26_6: read(
    'Regulatory references and criminal record checks, PS26/6',
    'ukemploymenthub.com ?p=11661; footanstey.com ?p=18624',
  ),
  kcsie: read('Keeping children safe in education, part three', 'gov.uk, Keeping children safe in education'),
  nhs_employment_checks: read('NHS employment check standards', 'nhsemployers.org, employment history and references'),
  sysc_22: read('SYSC 22, regulatory references', 'FCA Handbook SYSC 22 and its Annex 1R'),
  bpss_comparison: read(
    'Comparison of BPSS guidance, version 7.0',
    'securescreeningservices.com/comparison-of-bpss-guidance; ddc.uk.net; staffvetting.com',
  ),
  cifas: read('Fraud databases and their members', 'cifas.org.uk/fpn; cifas.org.uk, data, ifd'),
  hedd: read('Higher Education Degree Datacheck', 'ntu.ac.uk, HEDD pages'),
  dbs_times: read('DBS turnaround times', 'criminalrecordchecks.co.uk; hrcheck.co.uk; carecheck.co.uk'),
  ico_vetting: read('Pre-employment vetting, draft guidance', 'ico.org.uk, pre-employment vetting'),
  driving_licence_checks: read('Driving licence checks', 'knowyourcandidate.co.uk/driving-licence-check'),
  driving_licence_answers: read('Driving licence checks, questions and answers', 'edavis.co.uk'),
  hcpc_register: read('How to check the register', 'hcpc-uk.org/how-to-check'),
  practice_standard: read('Registers of health professionals', 'thepracticestandard.co.uk'),
  home_office_overseas: read(
    'Guidance on overseas criminal record checks, 2015 and 2017',
    'Home Office guides, kept at studylib.net 18640791 and documents.pub',
  ),
  netherlands_foreign_records: read('Criminal record certificates by country', 'docsbay.net 1136108'),
  sia_foreign_records: read(
    'Criminal records from abroad, a copy of SIA guidance',
    'SIA, criminal records from overseas',
  ),
  cpni_overseas: read('Overseas criminal records, turnaround (2018)', 'securitywatchdog.org.uk'),
  gov_uk_nino: read('National Insurance Manual NIM39110', 'gov.uk, NIM39110'),
  dbs_identity_guidance: read(
    'DBS identity checking rules in force since 1 November 2025',
    'instituteoflicensing.org; ucheck.co.uk; sterlingcheck.co.uk',
  ),
  disclosure_scotland_act: read('Disclosure (Scotland) Act 2020 and SSI 2025/27', 'disclosure.gov.scot'),
  police_act_ages: read(
    'Police Act 1997, sections 112 to 113B: the least age of applicants',
    'legislation.gov.uk, Police Act 1997; doves.care; dbschecksforvolunteers.co.uk',
    '2026-11-24',
  ),
  dbs_update_service: read('DBS Update Service, employer guide', 'gov.uk, DBS Update Service'),
  fbi_identity_history: read('Identity history summaries', 'edo.cjis.gov'),
  passport_seva: read('Police clearance certificates of India', 'passportindia.gov.in; services2nri.com/blog'),
  bundesjustizamt: read('Certificate of conduct, fees and ways to apply', 'bundesjustizamt.de, diplo.de', '2026-12-01'),
  service_public_casier: read(
    'Bulletin 3 of the criminal record, how to apply',
    'service-public.fr F1420',
    '2026-12-01',
  ),
  gov_pl: read('National Criminal Register of Poland', 'gov.pl'),
  visa_certificates: read(
    'Criminal record certificates for visas',
    'gov.uk, criminal records checks for overseas applicants',
  ),
  hireright_qualifications: read(
    'Verification of academic and professional qualifications',
    'hireright-candidate-support.netlify.app/en-EMEA',
  ),
  verifile_services: read('Employment history and regulated references', 'verifile.co.uk/services'),
  verifile_financial_services: read('Screening in financial services', 'verifile.co.uk/industries/financial-services'),
  zinc_checks: read('Types of employee background checks', 'zincwork.com/blog/types-of-employee-background-checks'),
  sanctis_services: read('Background checks of a screening company', 'sanctis.co.uk/services/background-checks'),
  recref_answers: read('Questions on the checks of a screening company', 'recref.co.uk/faq'),
  vero_services: read(
    'Service descriptions of a screening company',
    'veroscreening.com/pre-employment-screening/services',
  ),
  checkr_help: read('Motor vehicle records of the United States and Canada', 'help.checkr.com'),
  security_vetting: read('Social media checks', 'security-vetting.co.uk/social-media-checks'),
  verifile_passport: read('Passport validation', 'verifile.co.uk/services/global-passport-validation'),
  verifile_residency: read(
    'Documents that confirm where a candidate lives',
    'support.verifile.co.uk, article 101000485970',
  ),
  verifile_eligibility: read(
    'Eligibility for UK criminal record checks',
    'support.verifile.co.uk, article 101000483762',
  ),
  verifile_aviation: read('Screening for airside passes', 'verifile.co.uk/industries/aviation'),
  airside_references: read(
    'References for an airside pass',
    'tangocheck.co.uk, what references are required for an airport airside ID pass',
  ),
  uk_criminal_record_services: read(
    'UK criminal record checks of a registered body',
    'fadv.com/emea/services/uk-overseas-criminal-record-checks',
  ),
  access_ni_umbrella: read('AccessNI checks of an umbrella body', 'dbsdirect.co.uk/accessni-checks.php'),
  national_security_vetting: read(
    'National security vetting and who may carry it out',
    'credit-check-services.co.uk/employment/security-vetting.html',
  ),
  security_vetting_sponsor: read(
    'United Kingdom Security Vetting: sponsors',
    'gov.uk/guidance/united-kingdom-security-vetting-sponsor',
  ),
  right_to_rent_service: read('Right to rent checks', 'tenantscreening.co.uk/right-to-rent'),
  tenant_references: read(
    'What a tenant reference looks at',
    'tenantscreening.co.uk/tenant-screening/what-is-a-tenant-reference',
  ),
  tenant_reference_guide: read(
    'Landlord’s guide to checking tenants (14 May 2026)',
    'letsafeuk.co.uk/guides/tenant-reference-check-landlord-uk',
  ),
  licence_and_tachograph: read(
    'Checks of licences, heavy goods entitlement and tachograph cards',
    'themilesconsultancy.com/what-we-do/licence-checking-corporate',
  ),
  operator_driver_checks: read(
    'Driver licence checks for operators',
    'jstransport.uk/post/driver-licence-checks-for-small-fleet-operators',
  ),
  taxi_register: read(
    'National Register of Taxi Licence Refusals, Suspensions and Revocations',
    'reading.gov.uk; fdean.gov.uk; sevenoaks.gov.uk',
  ),
  work_health_assessment: read('Work health assessment', 'bartsoh.co.uk/work-health-assessment'),
  fitness_for_work: read('Fit for work assessments', 'abcoccupationalhealth.co.uk, fit for work assessments'),
  night_and_driver_medicals: read(
    'Night workers’ and drivers’ medical assessments',
    'occupationalhealthportsmouth.nhs.uk',
  ),
  seafarer_medical: read('Seafarer medical certificate ENG1', 'nymedicals.co.uk/eng1'),
  immunisation_evidence: read('Occupational health and immunisation evidence', 'compliance.messly.com'),
  workplace_drug_tests: read(
    'Drug and alcohol screening of a screening company',
    'ukscreeningsolutions.com/our-services/drug-alcohol-screening',
  ),
  point_of_care_drug_tests: read(
    'Pre-employment drug testing',
    'crystal-health.co.uk/preemployment-drug-testing; waterloohealthclinic.com',
  ),
  peth_tests: read('PEth alcohol testing', 'drugtestingclinics.co.uk, PEth alcohol testing'),
} as const satisfies Readonly<Record<string, Source>>;

export type SourceId = keyof typeof sources;
