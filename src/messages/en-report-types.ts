// What reports check, as candidates read it. Keyed by the code of a type or of a family; a type that is not here is
// described as clients read it.
export const reportTypes: Readonly<Record<string, string>> = {
  identity: 'We look for you at your addresses in independent records, to confirm that you are who you say.',
  'identity:address_trace': 'We look for the addresses that records link to you, also those that you did not give.',
  'identity:mortality': 'We confirm that your details are not those of somebody who has died.',
  document: 'We look at your passport, identity card or driving licence for signs that it is not genuine.',
  'document:with_driver_verification':
    'We compare your driving licence with the record of the authority that issued it.',
  facial_similarity: 'We compare your face with the photo in your identity document.',
  proof_of_address: 'We look at a recent paper that shows where you live.',
  digital_identity: 'A certified digital verification service confirms who you are.',
  right_to_work: 'We check that you may work in the United Kingdom.',
  'right_to_work:manual_list_a': 'We look at original documents that show your right to work without a time limit.',
  'right_to_work:manual_list_b': 'We look at original documents that show your right to work for a time.',
  'right_to_work:digital_verification':
    'A certified digital verification service checks your British or Irish passport, to show that you may work here.',
  'right_to_work:online_share_code':
    'The Home Office confirms online that you may work in the United Kingdom, by your share code and date of birth.',
  'right_to_work:employer_checking_service':
    'The Home Office confirms a right to work that you cannot prove yet, such as while an application is under way.',
  'right_to_work:follow_up': 'We check your right to work again before it ends.',
  'criminal_history:basic': 'Convictions and conditional cautions that the law does not call spent.',
  'criminal_history:standard':
    'Your criminal record, as far as the law lets an employer for this role see it: much that is old or minor is left out. The application asks you only whether you have convictions that are not spent.',
  'criminal_history:enhanced':
    'Your criminal record and what local police hold, as far as the law lets an employer for this role see them: much that is old or minor is left out. Where the role allows it, also whether you are barred from such work. The application asks you only whether you have convictions that are not spent.',
  'criminal_history_scotland:level_1': 'Convictions that the law does not call spent.',
  'criminal_history_northern_ireland:basic': 'Convictions that the law does not call spent.',
  'criminal_history_northern_ireland:standard':
    'Your criminal record, as far as the law lets an employer for this role see it: much that is old or minor is left out.',
  'criminal_history_northern_ireland:enhanced':
    'Your criminal record and what police hold, as far as the law lets an employer for this role see them: much that is old or minor is left out.',
  dbs_update_service: 'Whether anything has changed since the certificate that you have was issued.',
  criminal_self_declaration:
    'What you tell us yourself. We ask no more than the law lets the employer ask for this role.',
  credit:
    'Court judgments for debt, insolvencies and the electoral roll at your addresses of the last six years. What you earn, save and spend is not part of it.',
  'adverse_financial:ccj': 'Court judgments for debt of the last six years.',
  'adverse_financial:insolvency': 'Bankruptcies, voluntary arrangements and debt relief orders of the last six years.',
  'adverse_financial:full': 'Court judgments for debt, and insolvencies, of the last six years.',
  anti_money_laundering:
    'We confirm who you are from independent records, and look for you on lists of people under sanctions or in prominent public functions.',
  sanctions: 'We look for you on lists of people under sanctions or in prominent public functions.',
  'sanctions:uk': 'We look for you on the UK Sanctions List.',
  adverse_media: 'We look for published news about you of crime, fraud or action by a regulator.',
  social_media: 'We look at what you show everybody on social media, as far as it matters for the job.',
  directorship: 'Companies of which you are or were a director, and whether you were disqualified.',
  financial_services_register: 'What the Financial Services Register says about you.',
  driving_licence:
    'What you may drive, your penalty points and any disqualification, from the authority that issued your licence.',
  'driving_licence:gb_check_code':
    'What you may drive, your penalty points and any disqualification. The DVLA shows them to us by the check code that you make.',
  'driving_licence:gb_mandate_add':
    'What you may drive, your penalty points and any disqualification. The DVLA tells us, as long as the permission that you sign lasts.',
  employment_history: 'We ask your employers when you worked for them, what you did and why you left.',
  'employment_history:regulated_sysc22':
    'We ask all your employers of the last six years for a reference in the form of the Financial Conduct Authority, which asks about conduct too.',
  'employment_history:safer_recruitment':
    'We ask your employers about your work with children and vulnerable adults, your conduct, and why you left.',
  'employment_history:military': 'We ask the armed forces when you served, your rank and your conduct.',
  'employment_history:agency': 'We ask the agency which assignments you had, and when.',
  'employment_history:last_employer':
    'We ask your most recent employer when you worked there, what you did and why you left.',
  'employment_history:payroll': 'Your present job and title, from the payroll of your employer.',
  'employment_history:hmrc_record': 'Your employers, dates and income of five years, from your tax record.',
  'employment_history:open_banking': 'Your employers, as the pay shows them that reached your accounts.',
  'employment_history:document_based': 'We look at your own papers of your jobs, such as payslips and contracts.',
  activity:
    'What you did in the years that we ask about: work, study and the time between. We ask employers and schools, and look at papers for the rest.',
  education:
    'We ask the school, college or university, or the register that answers for it, what you studied and when, and how you passed.',
  professional_membership:
    'Whether you are a member or registered, and in good standing, from the public register or from the body itself.',
  character_reference: 'Somebody who knows you well, and is no relative, tells us about your character.',
  academic_reference: 'A teacher or tutor tells us about your studies and conduct.',
  client_reference: 'Somebody for whom you worked for yourself tells us about your work.',
  gap_reference: 'Somebody who knew you confirms what you did between jobs.',
  self_employment: 'That you worked for yourself, and when.',
  gap: 'Papers that show what you did between jobs.',
  cv_comparison: 'We compare your CV with what the other checks find.',
  conflict_of_interest: 'Interests of yours that may conflict with the job.',
  secondary_employment: 'Other jobs that you hold beside this one.',
  'occupational_health:questionnaire':
    'You answer the questions of a health service, which says whether you are fit for the work.',
  notice_and_restrictions: 'The notice period and the restrictions that a former employer may hold you to.',
  persons_of_significant_control: 'Companies that you control, as Companies House shows them.',
  section_128: 'Whether you are barred from the management of an independent school, academy or free school.',
  debarment: 'Whether you are on a list of people whom public banks or authorities exclude from their contracts.',
  wanted: 'Whether you are on a published list of people whom the police look for.',
  civil_litigation: 'Cases at civil courts that you are a party to.',
  land_registry_ownership: 'Whether you own the property at an address.',
  known_faces: 'We compare your face with those of earlier candidates of the same employer.',
  nationality: 'We confirm the nationalities that you state, from documents.',
  residence_history: 'We confirm where you lived in the years that we ask about, without gaps.',
  right_to_work_international: 'We check whether you may work in the country of the job.',
  'right_to_rent:online_share_code':
    'The Home Office confirms online whether you may rent, by your share code and date of birth.',
  'right_to_rent:landlord_checking_service': 'The Home Office confirms a right to rent that you cannot prove yet.',
  'tenant:landlord_reference': 'An earlier landlord or agent says how you kept to the tenancy.',
  'tenant:income': 'We confirm the income that you state.',
  childrens_barred_list_standalone: 'Whether you are barred from work with children.',
  criminal_history_self_employed:
    'Your criminal record and what local police hold, as far as the law lets people see them who give you such work: much that is old or minor is left out. The application asks you only whether you have convictions that are not spent.',
  'criminal_history_scotland:level_2_children_barred':
    'Your criminal record, as far as the law lets it be seen for such a role, and whether you are barred from work with children.',
  'criminal_history_scotland:level_2_adults_barred':
    'Your criminal record, as far as the law lets it be seen for such a role, and whether you are barred from work with protected adults.',
  'criminal_history_scotland:pvg_existing_member':
    'What there is new since you joined the scheme for work with children or protected adults.',
  'criminal_history_northern_ireland:enhanced_children_barred':
    'Your criminal record and what police hold, as far as the law lets an employer for this role see them, and whether you are barred from work with children.',
  'criminal_history_northern_ireland:enhanced_adults_barred':
    'Your criminal record and what police hold, as far as the law lets an employer for this role see them, and whether you are barred from work with vulnerable adults.',
  'acro:police_certificate': 'What UK police hold of you, on a certificate for use in other countries.',
  'acro:international_child_protection_certificate':
    'What UK police hold of you, on a certificate for work with children abroad.',
  'acro:subject_access': 'A copy of your own police record, which you asked for yourself and choose to show.',
  driver_cpc: 'Whether you have the qualification for driving lorries or buses for a living, and its training.',
  tachograph_card: 'Whether you have a valid driver card of your own.',
  adi_register: 'Whether you are on the register of approved driving instructors.',
  taxi_nr3s: 'Whether a council has refused, suspended or revoked a taxi or private hire licence of yours.',
  forklift: 'Whether you were trained for the truck that the job needs, by an accredited body.',
  motor_insurance_business_use: 'Whether your own car is insured for driving at work.',
  'occupational_health:fitness_certificate': 'A clinician examines whether you are fit for the work.',
  'occupational_health:eyesight': 'Whether you see well enough for the work.',
  'occupational_health:night_worker': 'Whether you are fit to work at night.',
  'occupational_health:seafarer_eng1': 'Whether you are fit for work at sea.',
  'occupational_health:driver_d4': 'Whether you meet the medical standard for driving lorries and buses.',
  immunisation: 'Whether you are protected against the diseases that matter in the role.',
  aviation_background: 'Your last years, as the rules ask for work at an airport or with air cargo.',
  maritime: 'Your papers and your service at sea.',
};
