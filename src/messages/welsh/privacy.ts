// The Welsh of the page on privacy.
export const privacy = {
  'Who is responsible': 'Pwy sy’n gyfrifol',
  '{client} decides what is checked, and what the results mean.':
    '{client} sy’n penderfynu beth a wirir, a beth mae’r canlyniadau’n ei olygu.',
  'The operator': 'Y gweithredwr',
  '{operator} runs this service.': '{operator} sy’n rhedeg y gwasanaeth hwn.',
  'What {account} itself does with your details is in [its privacy notice].':
    'Mae’r hyn y mae {account} ei hun yn ei wneud â’ch manylion yn [ei hysbysiad preifatrwydd].',
  'What is used, and why': 'Beth a ddefnyddir, a pham',
  'Your answers, your documents and what the sources of a check say are used to carry out the check for {client}. Its results go to {client}; what a source needs to find you goes to that source.':
    'Defnyddir eich atebion, eich dogfennau a’r hyn y mae ffynonellau’r gwiriad yn ei ddweud i gynnal y gwiriad ar gyfer {client}. Mae ei ganlyniadau’n mynd i {client}; mae’r hyn sydd ei angen ar ffynhonnell i ddod o hyd i chi yn mynd i’r ffynhonnell honno.',
  'What a criminal record certificate says: {days} days after the decision, or after the check is over without one.':
    'Yr hyn y mae tystysgrif cofnod troseddol yn ei ddweud: {days} diwrnod ar ôl y penderfyniad, neu ar ôl i’r gwiriad ddod i ben hebddo.',
  'Right to work papers: {days} days after the check is over.':
    'Papurau hawl i weithio: {days} diwrnod ar ôl i’r gwiriad ddod i ben.',
  'All other files: {days} days after the check is over.':
    'Pob ffeil arall: {days} diwrnod ar ôl i’r gwiriad ddod i ben.',
  'Who looked at them and what was done when, without your name: as long as the account of {client} is kept.':
    'Pwy edrychodd arnynt a beth a wnaed a phryd, heb eich enw: cyhyd ag y cedwir cyfrif y sefydliad, {client}.',
  'They are encrypted with a key of your own, and erasing you destroys the key.':
    'Maent wedi’u hamgryptio ag allwedd sydd i chi yn unig, ac mae eich dileu chi yn dinistrio’r allwedd.',
  'The candidate’s answers, their documents and what the sources of a check say are used to carry out the check for {client}. Its results go to {client}; what a source needs to find the candidate goes to that source.':
    'Defnyddir atebion yr ymgeisydd, ei ddogfennau a’r hyn y mae ffynonellau’r gwiriad yn ei ddweud i gynnal y gwiriad ar gyfer {client}. Mae ei ganlyniadau’n mynd i {client}; mae’r hyn sydd ei angen ar ffynhonnell i ddod o hyd i’r ymgeisydd yn mynd i’r ffynhonnell honno.',
  'Your mobile number is used to tell you by text message what you are asked to do. The company that delivers text messages sees it, with the link to your form. Behind it stands what is checked, and nothing else about you without a code that we email to you.':
    'Defnyddir eich rhif ffôn symudol i ddweud wrthych drwy neges destun beth y gofynnir i chi ei wneud. Mae’r cwmni sy’n danfon negeseuon testun yn ei weld, gyda’r ddolen i’ch ffurflen. Y tu ôl iddi mae’r hyn a wirir, a dim byd arall amdanoch heb god yr ydym yn ei anfon atoch drwy e-bost.',
  'The service records everyone who looks at answers or results.':
    'Mae’r gwasanaeth yn cofnodi pawb sy’n edrych ar atebion neu ganlyniadau.',
  'How long it is kept': 'Am ba hyd y caiff ei gadw',
  'Answers, documents and results:': 'Atebion, dogfennau a chanlyniadau:',
  'Of somebody who is not taken on: {days} days after that is said here, or after their last check is over, whichever is later.':
    'Am rywun na chaiff ei gyflogi: {days} diwrnod ar ôl i hynny gael ei ddweud yma, neu ar ôl i’w wiriad olaf ddod i ben, pa un bynnag sydd olaf.',
  '{days} days after the last check is over, or longer while a report is monitored or a claim or complaint needs them.':
    '{days} diwrnod ar ôl i’r gwiriad olaf ddod i ben, neu’n hwy tra bo adroddiad yn cael ei fonitro neu fod eu hangen ar gyfer hawliad neu gŵyn.',
  'as long as the person is in the record of staff of {client}, and then for {days} days after they have left or their last check is over, whichever is later; longer while a report is monitored or a claim or complaint needs them.':
    'cyhyd ag y mae’r person yng nghofnod staff {client}, ac yna am {days} diwrnod ar ôl iddo adael neu i’w wiriad olaf ddod i ben, pa un bynnag yw’r diweddaraf; yn hwy tra bo adroddiad yn cael ei fonitro neu fod eu hangen ar gyfer hawliad neu gŵyn.',
  'the service sets no end date; ask how long they are kept.':
    'nid yw’r gwasanaeth yn gosod dyddiad gorffen; gofynnwch am ba hyd y cânt eu cadw.',
  'They are encrypted with a key of one person, and erasing that person destroys the key.':
    'Maent wedi’u hamgryptio ag allwedd un person, ac mae dileu’r person hwnnw yn dinistrio’r allwedd.',
  'Who looked at them and what was done when, without the name of the candidate: as long as the account of {client} is kept.':
    'Pwy a edrychodd arnynt a beth a wnaed pryd, heb enw’r ymgeisydd: cyhyd ag y cedwir cyfrif {client}.',
  'A form that is not sent: its order is cancelled after {days} working days, or later if you are given more time.':
    'Ffurflen nad yw’n cael ei hanfon: caiff ei harcheb ei chanslo ar ôl {days} diwrnod gwaith, neu’n hwyrach os cewch fwy o amser.',
  'What is typed in a form and not sent: {days} days.':
    'Yr hyn a deipir mewn ffurflen ac nad yw’n cael ei anfon: {days} diwrnod.',
  'What data providers were asked and answered: {days} days after the report is closed.':
    'Yr hyn a ofynnwyd i ddarparwyr data a’u hatebion: {days} diwrnod ar ôl i’r adroddiad gael ei gau.',
  Cookies: 'Cwcis',
  'The service sets only the cookies that it needs: to know your device again after you have entered the code, for at most {time}, and to protect your forms.':
    'Dim ond y cwcis y mae eu hangen arno y mae’r gwasanaeth yn eu gosod: i adnabod eich dyfais eto ar ôl i chi roi’r cod, am {time} ar y mwyaf, ac i ddiogelu eich ffurflenni.',
  'It has no cookies for analytics or advertising, and its pages load nothing from other sites.':
    'Nid oes ganddo gwcis ar gyfer dadansoddi na hysbysebu, ac nid yw ei dudalennau’n llwytho dim o wefannau eraill.',
  'You may ask for a copy of what is kept about you, ask to have it corrected or erased, and object to its use.':
    'Cewch ofyn am gopi o’r hyn a gedwir amdanoch, gofyn am ei gywiro neu ei ddileu, a gwrthwynebu ei ddefnyddio.',
  '[Ask on your own page], or as below. You may withdraw from the check while it goes on, and from the monitoring of its results at any time, on the page behind your link.':
    '[Gofynnwch ar eich tudalen eich hun], neu fel y nodir isod. Cewch dynnu’n ôl o’r gwiriad tra bo’n mynd rhagddo, ac o’r monitro ar ei ganlyniadau ar unrhyw adeg, ar y dudalen y tu ôl i’ch dolen.',
  'If you are not content with the answer, you may complain to the [Information Commissioner’s Office].':
    'Os nad ydych yn fodlon ar yr ateb, cewch gwyno i [Swyddfa’r Comisiynydd Gwybodaeth].',
} as const;
