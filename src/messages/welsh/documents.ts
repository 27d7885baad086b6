// The Welsh of what candidates are asked to upload.
const thatYouMayWork = 'Prawf y cewch weithio yn y Deyrnas Unedig';

export const documents = {
  'National identity card': 'Cerdyn adnabod cenedlaethol',
  'UK birth or adoption certificate': 'Tystysgrif geni neu fabwysiadu’r DU',
  'Birth or adoption certificate of Ireland, the Channel Islands or the Isle of Man':
    'Tystysgrif geni neu fabwysiadu Iwerddon, Ynysoedd y Sianel neu Ynys Manaw',
  'Certificate of registration or naturalisation as a British citizen':
    'Tystysgrif cofrestru neu frodori fel dinesydd Prydeinig',
  'Official letter or card with your National Insurance number':
    'Llythyr neu gerdyn swyddogol gyda’ch rhif Yswiriant Gwladol',
  'Home Office document with your photograph that says that you may stay':
    'Dogfen y Swyddfa Gartref gyda’ch ffotograff sy’n dweud y cewch aros',
  'Certificate of application or acknowledgement from the Home Office':
    'Tystysgrif cais neu gydnabyddiaeth gan y Swyddfa Gartref',
  'Work permit or residence permit': 'Trwydded waith neu drwydded breswylio',
  'Tenancy agreement': 'Cytundeb tenantiaeth',
  'National Entitlement Card': 'National Entitlement Card',
  'Another letter, bill or statement': 'Llythyr, bil neu ddatganiad arall',
  'Decree absolute or final order': 'Archddyfarniad absoliwt neu orchymyn terfynol',
  'The certificate of your qualification': 'Tystysgrif eich cymhwyster',
  'the certificate or diploma, with its number and your student, roll or registration number on it':
    'y dystysgrif neu’r diploma, gyda’i rhif a’ch rhif myfyriwr, rhôl neu gofrestru arni',
  'The whole page. A transcript or mark sheet helps, too: add it as another file.':
    'Y dudalen gyfan. Mae trawsgrifiad neu daflen farciau yn helpu hefyd: ychwanegwch hi fel ffeil arall.',
  'The registrar of the school issues a copy. Say so if you have asked for one.':
    'Mae cofrestrydd yr ysgol yn rhoi copi. Dywedwch os ydych wedi gofyn am un.',
  'Deed poll': 'Gweithred newid enw',
  'Statutory declaration': 'Datganiad statudol',
  'Another paper that shows both names': 'Papur arall sy’n dangos y ddau enw',
  Payslip: 'Slip cyflog',
  'Accounts or tax return': 'Cyfrifon neu ffurflen dreth',
  'Discharge book': 'Llyfr rhyddhau morwr',
  'Certificate of competency': 'Tystysgrif cymhwysedd',
  'Medical certificate': 'Tystysgrif feddygol',
  'Proof of who you are': 'Prawf o bwy ydych chi',
  'your passport, driving licence, national identity card or biometric residence permit':
    'eich pasbort, trwydded yrru, cerdyn adnabod cenedlaethol neu drwydded breswylio fiometrig',
  'The page of your passport with your photograph, with all four corners.':
    'Tudalen eich pasbort gyda’ch ffotograff, â’r pedair cornel i’w gweld.',
  'Your passport': 'Eich pasbort',
  'the page with your photograph': 'y dudalen gyda’ch ffotograff',
  'With all four corners and the two lines of letters at the bottom.':
    'Â’r pedair cornel a’r ddwy linell o lythrennau ar y gwaelod.',
  'Proof that you may work in the United Kingdom': thatYouMayWork,
  'your British or Irish passport, or your birth certificate and an official letter or card with your National Insurance number, or a share code from GOV.UK, your passport with the visa or permit that is still good, or the papers of your application to the Home Office':
    'eich pasbort Prydeinig neu Wyddelig, neu eich tystysgrif geni a llythyr neu gerdyn swyddogol gyda’ch rhif Yswiriant Gwladol, neu god rhannu o GOV.UK, eich pasbort gyda’r fisa neu’r drwydded sy’n dal yn ddilys, neu bapurau eich cais i’r Swyddfa Gartref',
  'your British or Irish passport, or your birth certificate and an official letter or card with your National Insurance number':
    'eich pasbort Prydeinig neu Wyddelig, neu eich tystysgrif geni a llythyr neu gerdyn swyddogol gyda’ch rhif Yswiriant Gwladol',
  'Of a passport, the page with your photograph. It counts also if it has expired.':
    'O basbort, y dudalen gyda’ch ffotograff. Mae’n cyfrif hefyd os yw wedi dod i ben.',
  'a share code in the form, your passport with the visa or permit that is still good, the Home Office’s papers of your application, or your Application Registration Card':
    'cod rhannu yn y ffurflen, eich pasbort gyda’r fisa neu’r drwydded sy’n dal yn ddilys, papurau’r Swyddfa Gartref am eich cais, neu eich Cerdyn Cofrestru Cais',
  'If you have none of these, for example because you wait for an answer of the Home Office or cannot open your eVisa, say so: your employer can ask the Home Office.':
    'Os nad oes gennych yr un o’r rhain, er enghraifft am eich bod yn aros am ateb gan y Swyddfa Gartref neu’n methu agor eich eFisa, dywedwch hynny: gall eich cyflogwr ofyn i’r Swyddfa Gartref.',
  'Your term and vacation dates': 'Dyddiadau eich tymhorau a’ch gwyliau',
  'a page or letter of your university or college with the dates until your course ends':
    'tudalen neu lythyr gan eich prifysgol neu goleg gyda’r dyddiadau hyd ddiwedd eich cwrs',
  'A print of its website, or a letter or email from it to your employer.':
    'Print o’i gwefan, neu lythyr neu e-bost oddi wrthi at eich cyflogwr.',
  'Of a passport, the page with your photograph and the page with the visa, as two photos.':
    'O basbort, y dudalen gyda’ch ffotograff a’r dudalen gyda’r fisa, fel dau lun.',
  'Proof that you may work in the United Kingdom without a time limit': `${thatYouMayWork} heb derfyn amser`,
  'Proof that you may work in the United Kingdom for now': `${thatYouMayWork} am y tro`,
  'your passport with the permission in it, or the document of the Home Office that has your photograph':
    'eich pasbort gyda’r caniatâd ynddo, neu ddogfen y Swyddfa Gartref sydd â’ch ffotograff',
  'Your new permission to work': 'Eich caniatâd newydd i weithio',
  'the new visa, permit or letter of the Home Office, or a new share code in the form':
    'y fisa, trwydded neu lythyr newydd gan y Swyddfa Gartref, neu god rhannu newydd yn y ffurflen',
  'Proof that you may work in the country of the job': 'Prawf y cewch weithio yng ngwlad y swydd',
  'its passport or identity card, or its permit and your passport':
    'ei phasbort neu ei cherdyn adnabod, neu ei thrwydded a’ch pasbort',
  'Proof that you may rent in England without a time limit': 'Prawf y cewch rentu yn Lloegr heb derfyn amser',
  'a document such as your British or Irish passport': 'dogfen fel eich pasbort Prydeinig neu Wyddelig',
  'Proof that you may rent in England for now': 'Prawf y cewch rentu yn Lloegr am y tro',
  'a document such as your passport with the permission in it': 'dogfen fel eich pasbort gyda’r caniatâd ynddo',
  'The papers of your application to the Home Office': 'Papurau eich cais i’r Swyddfa Gartref',
  'its certificate or acknowledgement, or your Application Registration Card':
    'ei dystysgrif neu ei gydnabyddiaeth, neu eich Cerdyn Cofrestru Cais',
  'your passport, driving licence, national identity card or National Entitlement Card':
    'eich pasbort, trwydded yrru, cerdyn adnabod cenedlaethol neu National Entitlement Card',
  'Proof of your address': 'Prawf o’ch cyfeiriad',
  'another document with your name and address, such as a bank statement or bill of the last three months':
    'dogfen arall gyda’ch enw a’ch cyfeiriad, fel datganiad banc neu fil o’r tri mis diwethaf',
  'Documents for your criminal record check': 'Dogfennau ar gyfer eich gwiriad cofnod troseddol',
  'two that show who you are, such as your passport or driving licence, and a bank statement':
    'dwy sy’n dangos pwy ydych chi, fel eich pasbort neu’ch trwydded yrru, a datganiad banc',
  'three that show who you are, such as your passport, your driving licence and a bank statement':
    'tair sy’n dangos pwy ydych chi, fel eich pasbort, eich trwydded yrru a datganiad banc',
  'three that show who you are, such as your passport, your driving licence and a bank statement, one of them with your address':
    'tair sy’n dangos pwy ydych chi, fel eich pasbort, eich trwydded yrru a datganiad banc, ac un ohonynt â’ch cyfeiriad',
  'Whoever confirms your identity may ask to see them, too.':
    'Gall pwy bynnag sy’n cadarnhau pwy ydych ofyn am gael eu gweld, hefyd.',
  'a letter, bill or statement of the last three months with your name and address':
    'llythyr, bil neu ddatganiad o’r tri mis diwethaf gyda’ch enw a’ch cyfeiriad',
  'The whole first page of a bank statement; you may cover the amounts.':
    'Tudalen gyntaf gyfan datganiad banc; cewch guddio’r symiau.',
  'Proof of where you lived': 'Prawf o ble roeddech yn byw',
  'for each address, a paper from that time with your name and the address on it':
    'ar gyfer pob cyfeiriad, papur o’r adeg honno gyda’ch enw a’r cyfeiriad arno',
  'A photograph of your face': 'Ffotograff o’ch wyneb',
  'taken now, with nothing over your face': 'wedi’i dynnu nawr, heb ddim dros eich wyneb',
  'A document about you, which your own page names': 'Dogfen amdanoch chi, y mae eich tudalen eich hun yn ei henwi',
  'Proof of your change of name': 'Prawf o newid eich enw',
  'Proof of your change of name in {year}': 'Prawf o newid eich enw yn {year}',
  'Proof of your change of name ({at} of {count})': 'Prawf o newid eich enw ({at} o {count})',
  'the marriage or civil partnership certificate, decree or deed poll. Only the people who do the check see it':
    'y dystysgrif priodas neu bartneriaeth sifil, yr archddyfarniad neu’r weithred newid enw. Dim ond y bobl sy’n gwneud y gwiriad sy’n ei gweld',
  'Proof of your National Insurance number': 'Prawf o’ch rhif Yswiriant Gwladol',
  'a payslip, P45, P60 or official letter with the number': 'slip cyflog, P45, P60 neu lythyr swyddogol gyda’r rhif',
  'Proof of your tax number': 'Prawf o’ch rhif treth',
  'an official paper with the number': 'papur swyddogol gyda’r rhif',
  'Proof of your income': 'Prawf o’ch incwm',
  'your payslips and bank statements of three months, or two years of accounts or tax returns if you are self-employed':
    'eich slipiau cyflog a’ch datganiadau banc am dri mis, neu ddwy flynedd o gyfrifon neu ffurflenni treth os ydych yn hunangyflogedig',
  'Your driving licence': 'Eich trwydded yrru',
  'the side with the number, or a letter of the DVLA or the DVA with it':
    'yr ochr gyda’r rhif, neu lythyr gan y DVLA neu’r DVA gyda’r rhif',
  'Your signed driving mandate': 'Eich mandad gyrru wedi’i lofnodi',
  'the form by which you agree that the DVLA shows your driving record':
    'y ffurflen lle rydych yn cytuno i’r DVLA ddangos eich cofnod gyrru',
  'Your driver card': 'Eich cerdyn gyrrwr',
  'both sides': 'y ddwy ochr',
  'Your instructor’s badge': 'Eich bathodyn hyfforddwr',
  'as a driving instructor': 'fel hyfforddwr gyrru',
  'Your forklift certificate': 'Eich tystysgrif fforch godi',
  'or your card as a forklift truck operator': 'neu eich cerdyn fel gweithredwr wagen fforch godi',
  'Your motor insurance': 'Eich yswiriant modur',
  'its certificate': 'ei dystysgrif',
  'Your medical certificate': 'Eich tystysgrif feddygol',
  'as the doctor gave it to you': 'fel y rhoddodd y meddyg hi i chi',
  'Your immunisation record': 'Eich cofnod imiwneiddio',
  'vaccinations and blood tests': 'brechiadau a phrofion gwaed',
  'Your seafarer’s papers': 'Eich papurau morwr',
  'your discharge book, certificate of competency and medical certificate':
    'eich llyfr rhyddhau, eich tystysgrif cymhwysedd a’ch tystysgrif feddygol',

  // For who does not have it.
  'An expired passport or licence may help, too: add it under “Anything else”. If you have no document with a photograph, say so: we tell you who can confirm who you are.':
    'Gall pasbort neu drwydded sydd wedi dod i ben helpu hefyd: ychwanegwch ef dan “Unrhyw beth arall”. Os nad oes gennych ddogfen â ffotograff, dywedwch hynny: byddwn yn dweud wrthych pwy all gadarnhau pwy ydych.',
  'A birth certificate counts together with a letter that has your National Insurance number. You can order a copy of the certificate from the General Register Office.':
    'Mae tystysgrif geni’n cyfrif gyda llythyr sydd â’ch rhif Yswiriant Gwladol. Gallwch archebu copi o’r dystysgrif gan y Swyddfa Gofrestru Gyffredinol.',
  'If you wait for a decision of the Home Office, add the letter about it: the employer can ask the Home Office whether you may work.':
    'Os ydych yn aros am benderfyniad gan y Swyddfa Gartref, ychwanegwch y llythyr amdano: gall y cyflogwr ofyn i’r Swyddfa Gartref a gewch weithio.',
  'Other documents count, too: open the lists above. If you have too few, say so: there are other routes, the last of them by fingerprints.':
    'Mae dogfennau eraill yn cyfrif hefyd: agorwch y rhestrau uchod. Os oes gennych rhy ychydig, dywedwch hynny: mae llwybrau eraill, yr olaf ohonynt drwy olion bysedd.',
  'Other documents count, too: open the lists above. If you have too few, say so: we tell you what else shows who you are.':
    'Mae dogfennau eraill yn cyfrif hefyd: agorwch y rhestrau uchod. Os oes gennych rhy ychydig, dywedwch hynny: byddwn yn dweud wrthych beth arall sy’n dangos pwy ydych.',
  'A letter of the council, your doctor, your landlord or your employer counts, too: choose “Another letter, bill or statement”.':
    'Mae llythyr gan y cyngor, eich meddyg, eich landlord neu’ch cyflogwr yn cyfrif hefyd: dewiswch “Llythyr, bil neu ddatganiad arall”.',
  'Copies of a marriage certificate come from the General Register Office, of a decree from the court. Any paper that shows both names helps.':
    'Daw copïau o dystysgrif priodas o’r Swyddfa Gofrestru Gyffredinol, ac o archddyfarniad o’r llys. Mae unrhyw bapur sy’n dangos y ddau enw yn helpu.',

  // Of the time between jobs.
  '{what}, since {day}': '{what}, {day} –',
  'Proof of your self-employment': 'Prawf o’ch hunangyflogaeth',
  'your tax calculations (SA302) from HMRC, or a letter from your accountant':
    'eich cyfrifiadau treth (SA302) gan CThEF, neu lythyr gan eich cyfrifydd',
  'Proof of your studies': 'Prawf o’ch astudiaethau',
  'a certificate, or a letter from the school or university': 'tystysgrif, neu lythyr gan yr ysgol neu’r brifysgol',
  'Proof of the time between jobs': 'Prawf o’r amser rhwng swyddi',
  'a letter on your benefits, or a page of your Universal Credit account':
    'llythyr am eich budd-daliadau, neu dudalen o’ch cyfrif Credyd Cynhwysol',
  'Proof of the time when you cared for somebody': 'Prawf o’r amser pan oeddech yn gofalu am rywun',
  'a letter on Carer’s Allowance, or from a doctor. It need not say what the person has':
    'llythyr am Lwfans Gofalwr, neu gan feddyg. Nid oes rhaid iddo ddweud beth sydd ar y person',
  'Proof of the time when you were ill': 'Prawf o’r amser pan oeddech yn sâl',
  'a letter from a doctor or the Jobcentre with the dates alone. It need not say what you had':
    'llythyr gan feddyg neu’r Ganolfan Byd Gwaith gyda’r dyddiadau’n unig. Nid oes rhaid iddo ddweud beth oedd arnoch',
  'Proof of your travels': 'Prawf o’ch teithiau',
  'tickets, bookings, or the stamps in your passport': 'tocynnau, archebion, neu’r stampiau yn eich pasbort',
  'Proof of your career break': 'Prawf o’ch seibiant gyrfa',
  'a letter from your employer': 'llythyr gan eich cyflogwr',
  'Proof of your parental leave': 'Prawf o’ch absenoldeb rhiant',
  'a letter from your employer, or one on maternity pay or child benefit':
    'llythyr gan eich cyflogwr, neu un am dâl mamolaeth neu fudd-dal plant',
  'Proof of this time': 'Prawf o’r amser hwn',
  'a letter from the prison or from probation with the dates alone. It need not say why':
    'llythyr gan y carchar neu’r gwasanaeth prawf gyda’r dyddiadau’n unig. Nid oes rhaid iddo ddweud pam',
  'Proof of the time when you waited for permission to work':
    'Prawf o’r amser pan oeddech yn aros am ganiatâd i weithio',
  'letters from the Home Office': 'llythyrau gan y Swyddfa Gartref',

  // What is still wanted, and the headings of the choice.
  'Which document is it?': 'Pa ddogfen yw hi?',
  'At least one of these': 'O leiaf un o’r rhain',
  'The others may also be of these': 'Gall y lleill fod o blith y rhain hefyd',
  'More that count as one of the first list': 'Rhagor sy’n cyfrif fel un o’r rhestr gyntaf',
  'More that count as one of the second list': 'Rhagor sy’n cyfrif fel un o’r ail restr',
  'If you have none of the first list, add three of the second. We tell you what else is needed.':
    'Os nad oes gennych un o’r rhestr gyntaf, ychwanegwch dair o’r ail. Byddwn yn dweud wrthych beth arall sydd ei angen.',
  '{added} of {count} added: {more} more, which must be your passport, driving licence or another document of the first list':
    'Wedi ychwanegu {added} o {count}: {more} arall, a rhaid iddi fod yn basbort, trwydded yrru neu ddogfen arall o’r rhestr gyntaf',
  '{added} of {count} added: {more} more, at least one of them your passport, driving licence or another document of the first list':
    'Wedi ychwanegu {added} o {count}: {more} arall, o leiaf un ohonynt yn basbort, trwydded yrru neu ddogfen arall o’r rhestr gyntaf',
  '{added} of {count} added: {more} more, such as a bank statement or utility bill':
    'Wedi ychwanegu {added} o {count}: {more} arall, fel datganiad banc neu fil cyfleustodau',
  '{added} of {count} added: also {kinds}': 'Wedi ychwanegu {added} o {count}: hefyd {kinds}',
  '{added} of {count} added: one for each of your addresses':
    'Wedi ychwanegu {added} o {count}: un ar gyfer pob un o’ch cyfeiriadau',
  '1 of 2 added: also your birth or adoption certificate, or another document that is named here':
    'Wedi ychwanegu 1 o 2: hefyd eich tystysgrif geni neu fabwysiadu, neu ddogfen arall a enwir yma',
  '1 of 2 added: also an official letter or card with your National Insurance number':
    'Wedi ychwanegu 1 o 2: hefyd llythyr neu gerdyn swyddogol gyda’ch rhif Yswiriant Gwladol',
  'You gave a share code, so nothing is needed here': 'Rhoddoch god rhannu, felly nid oes angen dim yma',
  one: 'un',
  two: 'dwy',
  three: 'tair',
  four: 'pedair',
} as const;
