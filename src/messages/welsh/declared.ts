// The Welsh of what candidates are asked to declare, and of what they read before they answer.
export const declared = {
  Offence: 'Trosedd',
  'What were you convicted of or cautioned for?': 'Am beth y cawsoch eich euogfarnu neu eich rhybuddio?',
  'In your own words. For example, driving without insurance':
    'Yn eich geiriau eich hun. Er enghraifft, gyrru heb yswiriant',
  'Say what you were convicted of or cautioned for': 'Dywedwch am beth y cawsoch eich euogfarnu neu eich rhybuddio',
  Decided: 'Penderfynwyd',
  'When did the court or the police decide?': 'Pryd y penderfynodd y llys neu’r heddlu?',
  'Enter when the court or the police decided': 'Rhowch pryd y penderfynodd y llys neu’r heddlu',
  'Court or police force': 'Llys neu heddlu',
  'Which court or police force?': 'Pa lys neu heddlu?',
  'Sentence or outcome': 'Dedfryd neu ganlyniad',
  'What was the sentence or outcome?': 'Beth oedd y ddedfryd neu’r canlyniad?',
  'For example, a fine of £200, or a conditional caution': 'Er enghraifft, dirwy o £200, neu rybudd amodol',
  'Say what the sentence or outcome was': 'Dywedwch beth oedd y ddedfryd neu’r canlyniad',
  'What the candidate says about it': 'Yr hyn y mae’r ymgeisydd yn ei ddweud amdano',
  'What do you want to say about it?': 'Beth hoffech ei ddweud amdano?',
  'For example, how it came about, and what has changed since':
    'Er enghraifft, sut y digwyddodd, a beth sydd wedi newid ers hynny',
  'a conviction or caution': 'euogfarn neu rybudd',
  'Conviction or caution': 'Euogfarn neu rybudd',
  'Says that they have unspent convictions': 'Yn dweud bod ganddynt euogfarnau heb eu disbyddu',
  'Do you have unspent convictions or conditional cautions?':
    'A oes gennych euogfarnau heb eu disbyddu neu rybuddion amodol?',
  'Choose Yes if you have unspent convictions or conditional cautions, otherwise No':
    'Dewiswch Oes os oes gennych euogfarnau heb eu disbyddu neu rybuddion amodol, fel arall Nac oes',
  'Do you have unspent convictions?': 'A oes gennych euogfarnau heb eu disbyddu?',
  'Choose Yes if you have unspent convictions, otherwise No':
    'Dewiswch Oes os oes gennych euogfarnau heb eu disbyddu, fel arall Nac oes',
  'Unspent convictions': 'Euogfarnau heb eu disbyddu',
  'Says that they have convictions or cautions, spent or not, that the law does not protect':
    'Yn dweud bod ganddynt euogfarnau neu rybuddion, wedi’u disbyddu neu beidio, nad yw’r gyfraith yn eu gwarchod',
  'Do you have convictions or cautions that the law does not protect?':
    'A oes gennych euogfarnau neu rybuddion nad yw’r gyfraith yn eu gwarchod?',
  'Choose Yes if you have convictions or cautions to declare, otherwise No':
    'Dewiswch Oes os oes gennych euogfarnau neu rybuddion i’w datgan, fel arall Nac oes',
  'No, I have nothing to declare': 'Nac oes, nid oes gennyf ddim i’w ddatgan',
  'Convictions and cautions': 'Euogfarnau a rhybuddion',
  'Says that they were barred, referred, called a risk, dismissed, disciplined, investigated or sanctioned':
    'Yn dweud iddynt gael eu gwahardd, eu hatgyfeirio, eu galw’n risg, eu diswyddo, eu disgyblu, eu hymchwilio neu eu cosbi',
  'Has any of this happened to you?': 'A oes unrhyw un o’r rhain wedi digwydd i chi?',
  'Choose Yes if any of this has happened to you, otherwise No':
    'Dewiswch Oes os oes unrhyw un o’r rhain wedi digwydd i chi, fel arall Nac oes',
  'What happened': 'Beth ddigwyddodd',
  'what happened': 'beth ddigwyddodd',
  Declared: 'Datganwyd',
  'What happened?': 'Beth ddigwyddodd?',
  'In your own words. For example, I was dismissed from a care home for missing shifts':
    'Yn eich geiriau eich hun. Er enghraifft, cefais fy niswyddo o gartref gofal am golli sifftiau',
  'Say what happened': 'Dywedwch beth ddigwyddodd',
  When: 'Pryd',
  'When was it?': 'Pryd oedd hyn?',
  'Enter when it was': 'Rhowch pryd oedd hyn',
  'Who decided or looked into it': 'Pwy benderfynodd neu a edrychodd arno',
  'Who decided it, or looked into it?': 'Pwy benderfynodd arno, neu a edrychodd arno?',
  'For example, the employer, the police, or the Nursing and Midwifery Council':
    'Er enghraifft, y cyflogwr, yr heddlu, neu’r Cyngor Nyrsio a Bydwreigiaeth',
  'What came of it': 'Beth ddaeth ohono',
  'What came of it, and what do you want to say about it?': 'Beth ddaeth ohono, a beth hoffech ei ddweud amdano?',

  // Above the questions.
  'The application to the Disclosure and Barring Service asks this.':
    'Y cais i’r Gwasanaeth Datgelu a Gwahardd (DBS) sy’n gofyn hyn.',
  'The application to Disclosure Scotland asks this.': 'Y cais i Disclosure Scotland sy’n gofyn hyn.',
  '{account} asks you this.': '{account} sy’n gofyn hyn i chi.',
  'The application to the Disclosure and Barring Service asks this, and {account} wants to know it too.':
    'Y cais i’r Gwasanaeth Datgelu a Gwahardd (DBS) sy’n gofyn hyn, ac mae {account} am ei wybod hefyd.',
  'The application to Disclosure Scotland asks this, and {account} wants to know it too.':
    'Y cais i Disclosure Scotland sy’n gofyn hyn, ac mae {account} am ei wybod hefyd.',
  'A conviction is unspent for some time after the court has decided. After that it is spent: it does not count here, and you answer No.':
    'Mae euogfarn heb ei disbyddu am beth amser ar ôl i’r llys benderfynu. Wedi hynny mae wedi’i disbyddu: nid yw’n cyfrif yma, a byddwch yn ateb Nac oes.',
  'How long it takes depends on the sentence. A fine, for example, is spent one year after the conviction, or six months after it if you were under 18 then.':
    'Mae hyd y cyfnod yn dibynnu ar y ddedfryd. Mae dirwy, er enghraifft, wedi’i disbyddu flwyddyn ar ôl yr euogfarn, neu chwe mis ar ei hôl os oeddech o dan 18 oed bryd hynny.',
  'The law lets {account} ask about more for this role than for most: about convictions and cautions that are spent, too.':
    'Mae’r gyfraith yn caniatáu i {account} ofyn am fwy ar gyfer y rôl hon nag ar gyfer y rhan fwyaf: am euogfarnau a rhybuddion sydd wedi’u disbyddu, hefyd.',
  'You need not declare what the law protects. In England and Wales that is:':
    'Nid oes raid i chi ddatgan yr hyn y mae’r gyfraith yn ei warchod. Yng Nghymru a Lloegr, dyma hynny:',
  'a caution, reprimand or warning from before you were 18': 'rhybudd neu gerydd a gawsoch cyn i chi droi’n 18 oed',
  'another caution, if it is more than 6 years old': 'rhybudd arall, os yw’n fwy na 6 blwydd oed',
  'a conviction more than 11 years old, or 5½ years if you were under 18, if the sentence was not prison, suspended or not':
    'euogfarn sy’n fwy nag 11 mlwydd oed, neu 5½ blwydd oed os oeddech o dan 18 oed, os nad carchar, wedi’i ohirio neu beidio, oedd y ddedfryd',
  'Some serious offences are never protected. Scotland and Northern Ireland have rules of their own.':
    'Ni chaiff rhai troseddau difrifol eu gwarchod byth. Mae gan yr Alban a Gogledd Iwerddon eu rheolau eu hunain.',
  'You can look it up without giving your name:': 'Gallwch chwilio amdano heb roi eich enw:',
  'Check when to disclose cautions or convictions, on GOV.UK':
    'Gwirio pryd i ddatgelu rhybuddion neu euogfarnau, ar GOV.UK',
  'Spent and unspent convictions, on mygov.scot': 'Euogfarnau wedi’u disbyddu a heb eu disbyddu, ar mygov.scot',
  'The check itself shows what is unspent, and nothing that is spent.':
    'Mae’r gwiriad ei hun yn dangos yr hyn sydd heb ei ddisbyddu, a dim byd sydd wedi’i ddisbyddu.',
  'The check itself also shows spent ones, as far as the law lets an employer for this role see them. You need not name those here.':
    'Mae’r gwiriad ei hun hefyd yn dangos rhai wedi’u disbyddu, cyn belled ag y mae’r gyfraith yn gadael i gyflogwr ar gyfer y rôl hon eu gweld. Nid oes raid i chi enwi’r rheini yma.',
  'If you answer Yes, we ask no more about it. Nothing is decided by your answer: it only goes into the application.':
    'Os atebwch Oes, ni fyddwn yn gofyn mwy amdano. Nid yw eich ateb yn penderfynu dim: dim ond mynd i’r cais y mae.',
  'Nothing is decided by your answer: it only goes into the application. What {account} asks you itself is the next question.':
    'Nid yw eich ateb yn penderfynu dim: dim ond mynd i’r cais y mae. Y cwestiwn nesaf yw’r hyn y mae {account} ei hun yn ei ofyn i chi.',
  'If you answer Yes, we ask you what it was. Nothing is decided by your answer alone: a person at {account} reads it, and you can add what you want to say.':
    'Os atebwch Oes, byddwn yn gofyn i chi beth oedd. Nid yw eich ateb ar ei ben ei hun yn penderfynu dim: bydd person yn {account} yn ei ddarllen, a gallwch ychwanegu’r hyn a fynnwch.',
  '{account} asks this because the role needs an enhanced criminal record check, as most work with children or with adults in need of care does. It counts in any country:':
    'Mae {account} yn gofyn hyn oherwydd bod angen gwiriad cofnod troseddol manylach ar y rôl, fel y rhan fwyaf o waith gyda phlant neu gydag oedolion y mae angen gofal arnynt. Mae’n cyfrif mewn unrhyw wlad:',
  'You are or were barred from work with children or adults. It is an offence to apply for such work while you are barred: if you are not sure, ask the Disclosure and Barring Service or Disclosure Scotland before you go on.':
    'Rydych wedi’ch gwahardd, neu fe’ch gwaharddwyd, rhag gweithio gyda phlant neu oedolion. Mae’n drosedd gwneud cais am waith o’r fath tra byddwch wedi’ch gwahardd: os nad ydych yn siŵr, gofynnwch i’r Gwasanaeth Datgelu a Gwahardd neu i Disclosure Scotland cyn mynd ymlaen.',
  'A conviction by a court of another country counts as one here does.':
    'Mae euogfarn gan lys mewn gwlad arall yn cyfrif fel un yma.',
  'You were referred to the Disclosure and Barring Service or to Disclosure Scotland.':
    'Cawsoch eich atgyfeirio at y Gwasanaeth Datgelu a Gwahardd neu at Disclosure Scotland.',
  'Children’s services, social services or the police said that you are, or may be, a risk to children or adults.':
    'Dywedodd gwasanaethau plant, gwasanaethau cymdeithasol neu’r heddlu eich bod, neu y gallech fod, yn risg i blant neu oedolion.',
  'You were dismissed for misconduct.': 'Cawsoch eich diswyddo am gamymddwyn.',
  'You were disciplined, or an investigation of you goes on.':
    'Cawsoch eich disgyblu, neu mae ymchwiliad i chi yn mynd rhagddo.',
  'A regulator or professional body sanctioned you.': 'Rhoddodd rheoleiddiwr neu gorff proffesiynol gosb arnoch.',
  'I am not sure': 'Nid wyf yn siŵr',
  'The letters of the court or the police say what was decided, and when. You can stop here and come back: your answers are kept.':
    'Mae llythyrau’r llys neu’r heddlu yn dweud beth a benderfynwyd, a phryd. Gallwch stopio yma a dod yn ôl: caiff eich atebion eu cadw.',
  'If you believe that you have nothing that counts here, answer No. A No in good faith is fine: you can explain later if something shows up.':
    'Os credwch nad oes gennych ddim sy’n cyfrif yma, atebwch Nac oes. Mae ateb Nac oes yn ddiffuant yn iawn: gallwch esbonio yn nes ymlaen os daw rhywbeth i’r golwg.',
  'If you do not know of anything like it, answer No. A No in good faith is fine: you can explain later if something comes up.':
    'Os na wyddoch am ddim byd tebyg, atebwch Nac oes. Mae ateb Nac oes yn ddiffuant yn iawn: gallwch esbonio yn nes ymlaen os daw rhywbeth i’r amlwg.',
  'If something did happen and you do not know whether it counts, answer Yes and say what it was.':
    'Os digwyddodd rhywbeth ac na wyddoch a yw’n cyfrif, atebwch Oes a dywedwch beth oedd.',
} as const;
