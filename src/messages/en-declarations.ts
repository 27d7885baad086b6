// What candidates are asked to declare, and what they read before they answer, in English.
import type { FactWords } from './fact-words.ts';

const conviction = {
  what: {
    label: 'Offence',
    question: 'What were you convicted of or cautioned for?',
    hint: 'In your own words. For example, driving without insurance',
    missing: 'Say what you were convicted of or cautioned for',
  },
  on: {
    label: 'Decided',
    question: 'When did the court or the police decide?',
    missing: 'Enter when the court or the police decided',
  },
  court: { label: 'Court or police force', question: 'Which court or police force?' },
  sentence: {
    label: 'Sentence or outcome',
    question: 'What was the sentence or outcome?',
    hint: 'For example, a fine of £200, or a conditional caution',
    missing: 'Say what the sentence or outcome was',
  },
  comment: {
    label: 'What the candidate says about it',
    question: 'What do you want to say about it?',
    hint: 'For example, how it came about, and what has changed since',
  },
} as const satisfies Readonly<Record<string, FactWords>>;

const ofConvictions = { entry: 'a conviction or caution', one: 'Conviction or caution' } as const;

export const declarationFacts = {
  has_unspent_convictions: {
    label: 'Says that they have unspent convictions',
    question: 'Do you have unspent convictions or conditional cautions?',
    missing: 'Choose Yes if you have unspent convictions or conditional cautions, otherwise No',
  },
  'has_unspent_convictions[scotland]': {
    label: 'Says that they have unspent convictions',
    question: 'Do you have unspent convictions?',
    missing: 'Choose Yes if you have unspent convictions, otherwise No',
  },
  unspent_to_declare: { label: 'Unspent convictions', ...ofConvictions },
  'unspent_to_declare.what': conviction.what,
  'unspent_to_declare.on': conviction.on,
  'unspent_to_declare.court': conviction.court,
  'unspent_to_declare.sentence': conviction.sentence,
  'unspent_to_declare.comment': conviction.comment,
  has_convictions_to_declare: {
    label: 'Says that they have convictions or cautions, spent or not, that the law does not protect',
    question: 'Do you have convictions or cautions that the law does not protect?',
    missing: 'Choose Yes if you have convictions or cautions to declare, otherwise No',
    no: 'No, I have nothing to declare',
  },
  convictions_to_declare: { label: 'Convictions and cautions', ...ofConvictions },
  'convictions_to_declare.what': conviction.what,
  'convictions_to_declare.on': conviction.on,
  'convictions_to_declare.court': conviction.court,
  'convictions_to_declare.sentence': conviction.sentence,
  'convictions_to_declare.comment': conviction.comment,
  has_concerns_to_declare: {
    label: 'Says that they were barred, referred, called a risk, dismissed, disciplined, investigated or sanctioned',
    question: 'Has any of this happened to you?',
    missing: 'Choose Yes if any of this has happened to you, otherwise No',
    no: 'No, I have nothing to declare',
  },
  concerns_to_declare: { label: 'What happened', entry: 'what happened', one: 'Declared' },
  'concerns_to_declare.what': {
    label: 'What happened',
    question: 'What happened?',
    hint: 'In your own words. For example, I was dismissed from a care home for missing shifts',
    missing: 'Say what happened',
  },
  'concerns_to_declare.on': { label: 'When', question: 'When was it?', missing: 'Enter when it was' },
  'concerns_to_declare.by': {
    label: 'Who decided or looked into it',
    question: 'Who decided it, or looked into it?',
    hint: 'For example, the employer, the police, or the Nursing and Midwifery Council',
  },
  'concerns_to_declare.outcome': {
    label: 'What came of it',
    question: 'What came of it, and what do you want to say about it?',
  },
} as const satisfies Readonly<Record<string, FactWords>>;

/** Above the questions: who asks, what the words mean, how to find out, and what follows. Each is said with the name of the account. */
export const declarations = {
  applicationAsks: 'The application to the Disclosure and Barring Service asks this.',
  scottishApplicationAsks: 'The application to Disclosure Scotland asks this.',
  asksBoth: 'The application to the Disclosure and Barring Service asks this, and {account} wants to know it too.',
  scottishAsksBoth: 'The application to Disclosure Scotland asks this, and {account} wants to know it too.',
  unspent: [
    'A conviction is unspent for some time after the court has decided. After that it is spent: it does not count here, and you answer No.',
    'How long it takes depends on the sentence. A fine, for example, is spent one year after the conviction, or six months after it if you were under 18 then.',
    'A conviction by a court of another country counts as one here does.',
  ],
  spentToo:
    'The law lets {account} ask about more for this role than for most: about convictions and cautions that are spent, too.',
  protectedOnes: 'You need not declare what the law protects. In England and Wales that is:',
  protectedPoints: [
    'a caution, reprimand or warning from before you were 18',
    'another caution, if it is more than 6 years old',
    'a conviction more than 11 years old, or 5½ years if you were under 18, if the sentence was not prison, suspended or not',
  ],
  protectedLimits: 'Some serious offences are never protected. Scotland and Northern Ireland have rules of their own.',
  look: 'You can look it up without giving your name:',
  lookUp: {
    text: 'Check when to disclose cautions or convictions, on GOV.UK',
    href: 'https://www.gov.uk/tell-employer-or-college-about-criminal-record/check-your-conviction-caution',
  },
  lookUpInScotland: {
    text: 'Spent and unspent convictions, on mygov.scot',
    href: 'https://www.mygov.scot/find-a-job-with-a-conviction/spent-unspent-convictions',
  },
  showsUnspent: 'The check itself shows what is unspent, and nothing that is spent.',
  showsSpent:
    'The check itself also shows spent ones, as far as the law lets an employer for this role see them. You need not name those here.',
  thenNothing:
    'If you answer Yes, we ask no more about it. Nothing is decided by your answer: it only goes into the application.',
  thenMore:
    'Nothing is decided by your answer: it only goes into the application. What {account} asks you itself is the next question.',
  thenWhat:
    'If you answer Yes, we ask you what it was. Nothing is decided by your answer alone: a person at {account} reads it, and you can add what you want to say.',
  concerns:
    '{account} asks this because the role needs an enhanced criminal record check, as most work with children or with adults in need of care does. It counts in any country:',
  concernPoints: [
    'You are or were barred from work with children or adults. It is an offence to apply for such work while you are barred: if you are not sure, ask the Disclosure and Barring Service or Disclosure Scotland before you go on.',
    'You were referred to the Disclosure and Barring Service or to Disclosure Scotland.',
    'Children’s services, social services or the police said that you are, or may be, a risk to children or adults.',
    'You were dismissed for misconduct.',
    'You were disciplined, or an investigation of you goes on.',
    'A regulator or professional body sanctioned you.',
  ],
  unsure: 'I am not sure',
  unsureOfRecord: [
    'The letters of the court or the police say what was decided, and when. You can stop here and come back: your answers are kept.',
    'If you believe that you have nothing that counts here, answer No. A No in good faith is fine: you can explain later if something shows up.',
  ],
  unsureOfConcerns: [
    'If you do not know of anything like it, answer No. A No in good faith is fine: you can explain later if something comes up.',
    'If something did happen and you do not know whether it counts, answer Yes and say what it was.',
  ],
} as const;
