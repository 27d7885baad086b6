// The Welsh of what candidates read of the certificates that only they can get.
export const ownCertificates = {
  // The slot and its page.
  'Criminal record certificate, {country}': 'Tystysgrif cofnod troseddol, {country}',
  'the certificate that only you can get': 'y dystysgrif na all neb ond chi ei chael',
  'Every page of it, with all four corners. Keep the original: we may ask to see it.':
    'Pob tudalen ohoni, â’r pedair cornel i’w gweld. Cadwch y gwreiddiol: efallai y byddwn yn gofyn am ei weld.',
  'See how to get it, or add it': 'Gweld sut i’w chael, neu ei hychwanegu',
  'Applied for': 'Gwnaed cais',
  'applied for on {day}': 'gwnaed cais ar {day}',
  'You applied on {day}': 'Gwnaethoch gais ar {day}',
  'Its name': 'Ei henw',
  'Who issues it': 'Pwy sy’n ei rhoi',
  'Where to apply': 'Ble i wneud cais',
  'Online, on its own website': 'Ar-lein, ar ei wefan ei hun',
  'In person, at its office': 'Yn bersonol, yn ei swyddfa',
  'At an embassy or consulate of the country': 'Mewn llysgenhadaeth neu gonswliaeth i’r wlad',
  'By post, with its form': 'Drwy’r post, gyda’i ffurflen',
  'At the registration office of the town where you live': 'Yn swyddfa gofrestru’r dref lle rydych yn byw',
  'At the police station of the place where you live or lived':
    'Yng ngorsaf heddlu’r lle rydych yn byw neu lle buoch yn byw',
  'The employer begins the application and sends you a link or a form, with which you apply':
    'Mae’r cyflogwr yn dechrau’r cais ac yn anfon dolen neu ffurflen atoch, a gwnewch gais gyda honno',
  'What you need': 'Beth sydd ei angen arnoch',
  'Your passport or identity card': 'Eich pasbort neu gerdyn adnabod',
  'Your number in the country, which the form asks for': 'Eich rhif yn y wlad, y mae’r ffurflen yn gofyn amdano',
  'Your fingerprints, which the police or the embassy take':
    'Eich olion bysedd, a gymerir gan yr heddlu neu’r llysgenhadaeth',
  'What it costs': 'Beth yw’r gost',
  'Its issuer says what it costs': 'Mae’r sawl sy’n ei rhoi yn dweud beth yw’r gost',
  Nothing: 'Dim byd',
  'How long it takes': 'Faint o amser mae’n ei gymryd',
  'Its issuer says how long': 'Mae’r sawl sy’n ei rhoi yn dweud faint',
  'About {count} working days, and the post': 'Tua {count} o ddiwrnodau gwaith, a’r post',
  'How old it may be': 'Pa mor hen y caiff fod',
  'At most {count} days old when we get it': '{count} o ddiwrnodau oed fan bellaf pan gawn ni hi',
  'At most {count} months old when we get it': '{count} mis oed fan bellaf pan gawn ni hi',
  'What shows that it is genuine': 'Beth sy’n dangos ei bod yn ddilys',
  'An apostille, if you can get it with the certificate. It may be asked for afterwards':
    'Apostille, os gallwch ei gael gyda’r dystysgrif. Efallai y gofynnir amdano wedyn',
  'The stamp of the country’s foreign ministry or embassy, if you can get it with the certificate':
    'Stamp gweinidogaeth dramor neu lysgenhadaeth y wlad, os gallwch ei gael gyda’r dystysgrif',
  'Nothing: its code is checked online': 'Dim byd: caiff ei chod ei wirio ar-lein',
  'In which language': 'Ym mha iaith',
  'If it can be issued in English, ask for that. Otherwise we have it translated':
    'Os gellir ei rhoi yn Saesneg, gofynnwch am hynny. Fel arall, byddwn yn trefnu ei chyfieithu',
  'Nobody may make you ask for this certificate. If you do not want to, say so below, and we go another way.':
    'Ni chaiff neb eich gorfodi i ofyn am y dystysgrif hon. Os nad ydych am wneud hynny, dywedwch isod, a chymerwn ffordd arall.',
  'Authorities change their fees and forms: what their own page says is what counts.':
    'Mae awdurdodau’n newid eu ffioedd a’u ffurflenni: yr hyn a ddywed eu tudalen eu hunain sy’n cyfrif.',
  'When did you apply for it?': 'Pryd y gwnaethoch gais amdani?',
  'You may go on with the form. The check waits for the certificate, and we remind you when it should be there.':
    'Cewch fynd ymlaen â’r ffurflen. Mae’r gwiriad yn aros am y dystysgrif, a byddwn yn eich atgoffa pan ddylai fod yno.',
  'Save the day': 'Cadw’r dyddiad',
  'When you have it': 'Pan fydd gennych',
  'The day on which you applied is saved. Add the certificate here when you have it.':
    'Mae’r dyddiad y gwnaethoch gais wedi’i gadw. Ychwanegwch y dystysgrif yma pan fydd gennych.',
  'Day on which the certificate was issued': 'Dyddiad rhoi’r dystysgrif',

  'For example, 27 3 2026': 'Er enghraifft, 27 3 2026',

  // What is wrong.
  'Enter the day on which you applied, such as 27 3 2026':
    'Rhowch y dyddiad y gwnaethoch gais, er enghraifft 27 3 2026',
  'The day on which you applied must be today or in the past':
    'Rhaid i’r dyddiad y gwnaethoch gais fod heddiw neu yn y gorffennol',
  'The day on which you applied must be in the last year':
    'Rhaid i’r dyddiad y gwnaethoch gais fod yn y flwyddyn ddiwethaf',
  'Enter the day on which the certificate was issued, such as 27 3 2026':
    'Rhowch ddyddiad rhoi’r dystysgrif, er enghraifft 27 3 2026',
  'The day on which it was issued must be today or in the past':
    'Rhaid i ddyddiad ei rhoi fod heddiw neu yn y gorffennol',
  'A certificate of {day} is too old: it holds for {count} days. Please apply for a new one':
    'Mae tystysgrif o {day} yn rhy hen: mae’n dal am {count} o ddiwrnodau. Gwnewch gais am un newydd',
  'A certificate of {day} is too old: it holds for {count} months. Please apply for a new one':
    'Mae tystysgrif o {day} yn rhy hen: mae’n dal am {count} mis. Gwnewch gais am un newydd',
  'A certificate of {day} is too old: at most {count} months are taken. Please apply for a new one':
    'Mae tystysgrif o {day} yn rhy hen: ni dderbynnir un hŷn na {count} mis. Gwnewch gais am un newydd',

  // The wait, and its mails.
  'Criminal record certificate of another country': 'Tystysgrif cofnod troseddol o wlad arall',
  'Your check for {account} waits for a document that only you can get':
    'Mae eich gwiriad ar gyfer {account} yn aros am ddogfen na all neb ond chi ei chael',
  'We still wait for a document that only you can get, for your check for {account}':
    'Rydym yn dal i aros am ddogfen na all neb ond chi ei chael, ar gyfer eich gwiriad i {account}',
  'To go on with the background check for {account} we need a document that only you can get. Your check waits until then. Please read how to apply for it, tell us when you have applied, and add it when you have it, here:':
    'I fynd ymlaen â’r gwiriad cefndir ar gyfer {account} mae arnom angen dogfen na all neb ond chi ei chael. Mae eich gwiriad yn aros tan hynny. Darllenwch sut i wneud cais amdani, dywedwch wrthym pan fyddwch wedi gwneud cais, ac ychwanegwch hi pan fydd gennych, yma:',
  'To go on with the background check for {account} we need a document that only you can get, and do not have it yet. Your check waits until then. If you have it, please add it. If you wait for it, tell us when you applied; if you cannot get it, tell us why. You do all of it here:':
    'I fynd ymlaen â’r gwiriad cefndir ar gyfer {account} mae arnom angen dogfen na all neb ond chi ei chael, ac nid yw gennym eto. Mae eich gwiriad yn aros tan hynny. Os yw gennych, ychwanegwch hi. Os ydych yn aros amdani, dywedwch wrthym pryd y gwnaethoch gais; os na allwch ei chael, dywedwch pam. Gwnewch hyn i gyd yma:',
  'See the document': 'Gweld y ddogfen',
  'Please add it soon.': 'Ychwanegwch hi’n fuan.',
  'Please add it by {day}.': 'Ychwanegwch hi erbyn {day}.',
  'A document that only you can get is needed to go on with your background check for {account}. {link}':
    'Mae angen dogfen na all neb ond chi ei chael i fynd ymlaen â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'A document that only you can get is still needed to go on with your background check for {account}. {link}':
    'Mae dal angen dogfen na all neb ond chi ei chael i fynd ymlaen â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'A document that only you can get is needed by {day} to go on with your background check for {account}. {link}':
    'Mae angen dogfen na all neb ond chi ei chael erbyn {day} i fynd ymlaen â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'A document that only you can get is still needed by {day} to go on with your background check for {account}. {link}':
    'Mae dal angen dogfen na all neb ond chi ei chael erbyn {day} i fynd ymlaen â’ch gwiriad cefndir ar gyfer {account}. {link}',
} as const;
