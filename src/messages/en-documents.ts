// What candidates are asked to upload, in English, by the set of documents.

export const documents = {
  identity: 'Your passport, national identity card or biometric residence permit',
  passport: 'The page of your passport with your photograph',
  right_to_work:
    'What shows that you may work in the United Kingdom: your British or Irish passport; or your UK birth certificate and an official letter or card with your National Insurance number; or, if you have another nationality, your passport with the visa or permit that is still good. Nothing if you give a share code instead',
  right_to_work_by_passport:
    'What shows that you may work in the United Kingdom: your British or Irish passport; or your UK birth or adoption certificate and an official letter or card with your National Insurance number',
  right_to_work_by_permission:
    'What shows that you may work in the United Kingdom: nothing if you give a share code; otherwise your passport with the visa or permit that is still good',
  right_to_work_list_a:
    'What shows that you may work in the United Kingdom without a time limit: your British or Irish passport; or your UK birth or adoption certificate and an official letter or card with your National Insurance number',
  right_to_work_list_b:
    'What shows that you may work in the United Kingdom for now: your passport with the permission in it, or the document of the Home Office that has your photograph',
  right_to_work_follow_up: 'Your new permission to work. Nothing if you gave a new share code',
  right_to_work_abroad:
    'What shows that you may work in the country of the job: its passport or identity card, or its permit and your passport',
  right_to_rent_list_a:
    'What shows that you may rent in England without a time limit, such as your British or Irish passport',
  right_to_rent_list_b:
    'What shows that you may rent in England for now, such as your passport with the permission in it',
  application_registration:
    'The papers of your application to the Home Office: its certificate or acknowledgement, or your Application Registration Card',
  scottish_proofs: 'One proof of who you are and another one of where you live',
  dbs_basic:
    'Two documents that show who you are. Whoever confirms your identity for the criminal record check may ask to see them',
  dbs_above_basic:
    'Three documents that show who you are. Whoever confirms your identity for the criminal record check may ask to see them',
  access_ni_identity:
    'Three documents: your passport, driving licence or another one with your photograph, and two others, one of them with your address',
  proof_of_address: 'A letter, bill or statement of the last three months with your name and address',
  residence:
    'For each address, a paper from the time when you lived there, with your name on it: a tenancy agreement, council tax bill or bank statement',
  selfie: 'A photograph of your face, taken now',
  name_change: 'For each change of your name, the marriage or civil partnership certificate, decree or deed poll',
  national_insurance: 'A payslip, P45, P60 or official letter with your National Insurance number',
  tax_number: 'An official paper with your tax number',
  income:
    'Your payslips and bank statements of three months; if you are self-employed, two years of accounts or tax returns',
  driving_mandate: 'The signed form by which you agree that the DVLA shows your driving record',
  driver_card: 'Both sides of your driver card',
  instructor_badge: 'Your badge as a driving instructor',
  forklift_certificate: 'Your certificate or card as a forklift truck operator',
  motor_insurance: 'The certificate of your motor insurance',
  medical_certificate: 'The medical certificate that the doctor gave you',
  immunisation: 'Your record of vaccinations and blood tests',
  seafarer_papers: 'Your discharge book, certificate of competency and medical certificate',
} as const;

export type DocumentSet = keyof typeof documents;
