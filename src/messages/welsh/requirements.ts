// The Welsh of the pages' titles, and of what stands above their questions.
export const requirements = {
  'Your name in the script of the country': 'Eich enw yn ysgrifen y wlad',
  'A country where you lived searches in its own script. If you have no name in it, leave this empty.':
    'Mae gwlad lle buoch yn byw yn chwilio yn ei hysgrifen ei hun. Os nad oes gennych enw ynddi, gadewch hwn yn wag.',
  'Who issued your driving licence': 'Pwy roddodd eich trwydded yrru',
  'The registers of these licences are those of each state or province.':
    'Mae gan bob talaith ei chofrestr ei hun o’r trwyddedau hyn.',
  'Your parents’ names': 'Enwau eich rhieni',
  'The authority of a country where you lived finds people by them. They are used for nothing else.':
    'Mae awdurdod gwlad lle buoch yn byw yn dod o hyd i bobl wrthynt. Ni chânt eu defnyddio at ddim arall.',
  'Your name': 'Eich enw',
  'What is your name?': 'Beth yw eich enw?',
  'As it stands in your passport or driving licence. If you have neither, as in your eVisa, your birth certificate or a letter from the Home Office.':
    'Fel y mae yn eich pasbort neu’ch trwydded yrru. Os nad oes gennych y naill na’r llall, fel yn eich eVisa, eich tystysgrif geni neu lythyr gan y Swyddfa Gartref.',
  'Names you had before': 'Enwau a fu gennych o’r blaen',
  'Have you ever had another name?': 'A fu gennych enw arall erioed?',
  'Add every name that you had before. Begin with the most recent one.':
    'Ychwanegwch bob enw a fu gennych o’r blaen. Dechreuwch â’r un diweddaraf.',
  'Add a name': 'Ychwanegu enw',
  'Your date of birth': 'Eich dyddiad geni',
  'What is your date of birth?': 'Beth yw eich dyddiad geni?',
  'Your gender': 'Eich rhywedd',
  'What is your gender?': 'Beth yw eich rhywedd?',
  'Where you were born': 'Ble cawsoch eich geni',
  'Where were you born?': 'Ble cawsoch eich geni?',
  'Your nationality': 'Eich cenedligrwydd',
  'What is your nationality?': 'Beth yw eich cenedligrwydd?',
  'Your National Insurance number': 'Eich rhif Yswiriant Gwladol',
  'Do you have a National Insurance number?': 'A oes gennych rif Yswiriant Gwladol?',
  'your National Insurance number': 'eich rhif Yswiriant Gwladol',
  'Your driving licence': 'Eich trwydded yrru',
  'Do you hold a driving licence?': 'A oes gennych drwydded yrru?',
  'your driving licence': 'eich trwydded yrru',
  'Your mother’s maiden name': 'Cyfenw eich mam cyn priodi',
  'Your application to the DBS': 'Eich cais i’r DBS',
  'Your criminal record check is an application to the Disclosure and Barring Service, which asks this. Its privacy policies are on GOV.UK:':
    'Cais i’r Gwasanaeth Datgelu a Gwahardd (DBS) yw eich gwiriad cofnod troseddol, a’r gwasanaeth hwnnw sy’n gofyn hyn. Mae ei bolisïau preifatrwydd ar GOV.UK:',
  'DBS privacy policies': 'Polisïau preifatrwydd y DBS',
  'Application to Disclosure Scotland': 'Cais i Disclosure Scotland',
  'Your application to Disclosure Scotland': 'Eich cais i Disclosure Scotland',
  'Your criminal record check is an application to Disclosure Scotland, which asks this. Its privacy statement is on mygov.scot:':
    'Cais i Disclosure Scotland yw eich gwiriad cofnod troseddol, a’r corff hwnnw sy’n gofyn hyn. Mae ei ddatganiad preifatrwydd ar mygov.scot:',
  'Privacy statement': 'Datganiad preifatrwydd',
  'your passport, if you have one': 'eich pasbort, os oes gennych un',
  'Your driving licence check code': 'Cod gwirio eich trwydded yrru',
  'You get it on GOV.UK, with the number and postcode of your licence and your National Insurance number:':
    'Cewch ef ar GOV.UK, gyda rhif a chod post eich trwydded a’ch rhif Yswiriant Gwladol:',
  'View or share your driving licence information': 'Gweld neu rannu gwybodaeth eich trwydded yrru',
  'Your share code': 'Eich cod rhannu',
  'your share code from GOV.UK': 'eich cod rhannu o GOV.UK',
  'If you have an eVisa, you prove your right to work or rent with a share code. If you have none, leave this empty. If the form does not go on without it, tell who asked you for the check. You get the code on GOV.UK:':
    'Os oes gennych eFisa, byddwch yn profi eich hawl i weithio neu rentu â chod rhannu. Os nad oes gennych un, gadewch hwn yn wag. Os na fydd y ffurflen yn mynd ymlaen hebddo, dywedwch wrth bwy bynnag a ofynnodd i chi am y gwiriad. Cewch y cod ar GOV.UK:',
  'View and prove your immigration status': 'Gweld a phrofi eich statws mewnfudo',
  'Your DBS certificate': 'Eich tystysgrif DBS',
  'As it is printed on the certificate that is in your account with the Update Service. If you have no such account, this check cannot be made: tell who asked you for it.':
    'Fel y mae wedi’i argraffu ar y dystysgrif sydd yn eich cyfrif gyda’r Gwasanaeth Diweddaru. Os nad oes gennych gyfrif o’r fath, ni ellir gwneud y gwiriad hwn: dywedwch wrth bwy bynnag a ofynnodd i chi amdano.',
  'your DBS certificate': 'eich tystysgrif DBS',
  'Your PVG scheme membership': 'Eich aelodaeth o’r cynllun PVG',
  'For members of the scheme. If you are not a member, this check cannot be made: tell who asked you for it.':
    'Ar gyfer aelodau o’r cynllun. Os nad ydych yn aelod, ni ellir gwneud y gwiriad hwn: dywedwch wrth bwy bynnag a ofynnodd i chi amdano.',
  'your PVG scheme number': 'eich rhif yn y cynllun PVG',
  'Your phone number': 'Eich rhif ffôn',
  'How can we reach you by phone?': 'Sut gallwn gysylltu â chi dros y ffôn?',
  'Your number in another country': 'Eich rhif mewn gwlad arall',
  'your number in the other country': 'eich rhif yn y wlad arall',
  'Your public profiles': 'Eich proffiliau cyhoeddus',
  'Add your profiles on social media that anybody can see. We look at these pages alone, and never ask to be let in.':
    'Ychwanegwch eich proffiliau ar y cyfryngau cymdeithasol y gall unrhyw un eu gweld. Byddwn yn edrych ar y tudalennau hyn yn unig, ac ni fyddwn byth yn gofyn am fynediad.',
  'Add a profile': 'Ychwanegu proffil',
  'the addresses of your public profiles on social media':
    'cyfeiriadau eich proffiliau cyhoeddus ar y cyfryngau cymdeithasol',
  'Your addresses': 'Eich cyfeiriadau',
  'the addresses where you have lived, and from when to when':
    'y cyfeiriadau lle rydych wedi byw, ac o ba bryd hyd pa bryd',
  'Your work history': 'Eich hanes gwaith',
  'Add your jobs, and what you did between them: study, looking for work, caring, travelling.':
    'Ychwanegwch eich swyddi, a’r hyn a wnaethoch rhyngddynt: astudio, chwilio am waith, gofalu, teithio.',
  'Add a job or what you did instead': 'Ychwanegu swydd neu’r hyn a wnaethoch yn ei lle',
  'the dates of your jobs and studies, and of what you did between them':
    'dyddiadau eich swyddi a’ch astudiaethau, a’r hyn a wnaethoch rhyngddynt',
  'Your education': 'Eich addysg',
  'Add the qualifications that you have told the employer about, from any country.':
    'Ychwanegwch y cymwysterau y soniasoch wrth y cyflogwr amdanynt, o unrhyw wlad.',
  'Add a qualification': 'Ychwanegu cymhwyster',
  'your qualifications, with where and when you got them': 'eich cymwysterau, gyda ble a phryd y cawsoch nhw',
  'Your membership number': 'Eich rhif aelodaeth',
  'your membership numbers': 'eich rhifau aelodaeth',
  'Your professional memberships': 'Eich aelodaeth broffesiynol',
  'Add the professional bodies that you belong to.': 'Ychwanegwch y cyrff proffesiynol rydych yn perthyn iddynt.',
  'Add a membership': 'Ychwanegu aelodaeth',
  'Your number in the Financial Services Register': 'Eich rhif yn y Gofrestr Gwasanaethau Ariannol',
  'By this number we find you on the register, and nobody else of your name:':
    'Â’r rhif hwn byddwn yn dod o hyd i chi ar y gofrestr, ac nid i rywun arall o’r un enw:',
  'Search the Financial Services Register': 'Chwilio’r Gofrestr Gwasanaethau Ariannol',
  'your number in the Financial Services Register, if you have one':
    'eich rhif yn y Gofrestr Gwasanaethau Ariannol, os oes gennych un',
  'Your references': 'Eich geirdaon',
  'Add one person who can speak for you: 18 or older, and not of your family.':
    'Ychwanegwch un person a all siarad ar eich rhan: 18 oed neu hŷn, ac nad yw’n perthyn i chi.',
  'Add {count} people who can speak for you: 18 or older, and not of your family.':
    'Ychwanegwch {count} o bobl a all siarad ar eich rhan: 18 oed neu hŷn, ac nad ydynt yn perthyn i chi.',
  'They must have known you for at least {years} years, or for the whole time that they are asked about.':
    'Rhaid eu bod yn eich adnabod ers o leiaf {years} blynedd, neu am y cyfnod cyfan y gofynnir iddynt amdano.',
  'Tell them first: we write to them by email, or ring those who have none, so they learn that you are being checked. You have no job behind you? A teacher or tutor, a neighbour, or whoever leads a club, a team or voluntary work can speak for you.':
    'Dywedwch wrthynt yn gyntaf: byddwn yn ysgrifennu atynt drwy e-bost, neu’n ffonio’r rhai sydd heb e-bost, felly byddant yn cael gwybod eich bod yn cael eich gwirio. Onid ydych wedi cael swydd o’r blaen? Gall athro neu diwtor, cymydog, neu rywun sy’n arwain clwb, tîm neu waith gwirfoddol siarad ar eich rhan.',
  'Add a reference': 'Ychwanegu geirda',
  'the names and email addresses, or phone numbers, of people who can speak for you':
    'enwau a chyfeiriadau e-bost, neu rifau ffôn, pobl a all siarad ar eich rhan',
  'Convictions that are not spent': 'Euogfarnau heb eu disbyddu',
  'Your convictions that are not spent': 'Eich euogfarnau heb eu disbyddu',
  'Add each of them: what it was, when, and what the sentence was. You can say in your own words what you want.':
    'Ychwanegwch bob un ohonynt: beth oedd, pryd, a beth oedd y ddedfryd. Gallwch ddweud yr hyn a fynnwch yn eich geiriau eich hun.',
  'Add a conviction or caution': 'Ychwanegu euogfarn neu rybudd',
  'Your convictions and cautions': 'Eich euogfarnau a’ch rhybuddion',
  'Convictions and cautions': 'Euogfarnau a rhybuddion',
  'What happened': 'Beth ddigwyddodd',
  'Work with children or adults at risk': 'Gwaith gyda phlant neu oedolion mewn perygl',
  'Say for each what happened, when, and what came of it.':
    'Dywedwch ar gyfer pob un beth ddigwyddodd, pryd, a beth ddaeth ohono.',
  'Add what happened': 'Ychwanegu beth ddigwyddodd',
  'What we check, and your consent': 'Yr hyn rydym yn ei wirio, a’ch cydsyniad',
  'Your consent to a criminal record check': 'Eich cydsyniad i wiriad cofnod troseddol',
  'Your age': 'Eich oedran',
  'Your documents': 'Eich dogfennau',
  'The job': 'Y swydd',
  'The agreed job role': 'Y rôl y cytunwyd arni',
  'Proofs for a job in Scotland': 'Prawf ar gyfer swydd yn yr Alban',
  'Papers that were seen': 'Papurau a welwyd',
  'Criminal records of other countries': 'Cofnodion troseddol gwledydd eraill',
  'Time in the country': 'Amser yn y wlad',

  // The sections of the form.
  'About you': 'Amdanoch chi',
  'Where you have lived': 'Ble rydych wedi byw',
  'Your work and education': 'Eich gwaith a’ch addysg',
  'What you declare': 'Yr hyn rydych yn ei ddatgan',
  'Your consent': 'Eich cydsyniad',
} as const;
