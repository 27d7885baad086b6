// The Welsh of the other reports on people in the United Kingdom: their names, and what each looks at. Reports on other
// countries and lists stay in English, as do names of bodies that have no Welsh one.
export const ukReports = {
  // Work.
  'Regulatory references': 'Geirdaon rheoleiddiol',
  'We ask all your employers of the last six years for a reference in the form of the Financial Conduct Authority, which asks about conduct too.':
    'Byddwn yn gofyn i bob un o’ch cyflogwyr dros y chwe blynedd diwethaf am eirda ar ffurf yr Awdurdod Ymddygiad Ariannol, sy’n gofyn am ymddygiad hefyd.',
  'Employment references, safer recruitment': 'Geirdaon cyflogaeth, recriwtio mwy diogel',
  'We ask your employers about your work with children and vulnerable adults, your conduct, and why you left.':
    'Byddwn yn holi eich cyflogwyr am eich gwaith gyda phlant ac oedolion agored i niwed, eich ymddygiad, a pham y gadawsoch.',
  'Employment history, NHS standards': 'Hanes cyflogaeth, safonau’r GIG',
  'Military service': 'Gwasanaeth milwrol',
  'We ask the armed forces when you served, your rank and your conduct.':
    'Byddwn yn holi’r lluoedd arfog pryd y buoch yn gwasanaethu, beth oedd eich rheng a sut oedd eich ymddygiad.',
  'Employment through an agency': 'Cyflogaeth drwy asiantaeth',
  'We ask the agency which assignments you had, and when.':
    'Byddwn yn gofyn i’r asiantaeth pa aseiniadau a gawsoch, a phryd.',
  'Most recent employment': 'Y gyflogaeth ddiweddaraf',
  'We ask your most recent employer when you worked there, what you did and why you left.':
    'Byddwn yn gofyn i’ch cyflogwr diweddaraf pryd y buoch yn gweithio yno, beth wnaethoch a pham y gadawsoch.',
  'Employment by payroll data': 'Cyflogaeth yn ôl data’r gyflogres',
  'Your present job and title, from the payroll of your employer.':
    'Eich swydd bresennol a’i theitl, o gyflogres eich cyflogwr.',
  'Employment by HMRC record': 'Cyflogaeth yn ôl cofnod CThEF',
  'Your employers, dates and income of five years, from your tax record.':
    'Eich cyflogwyr, eich dyddiadau a’ch incwm dros bum mlynedd, o’ch cofnod treth.',
  'Employment by bank data': 'Cyflogaeth yn ôl data’r banc',
  'Your employers, as the pay shows them that reached your accounts.':
    'Eich cyflogwyr, fel y mae’r tâl a gyrhaeddodd eich cyfrifon yn eu dangos.',
  'Employment by documents': 'Cyflogaeth yn ôl dogfennau',
  'We look at your own papers of your jobs, such as payslips and contracts.':
    'Byddwn yn edrych ar eich papurau eich hun o’ch swyddi, megis slipiau cyflog a chontractau.',
  'Client reference': 'Geirda cleient',
  'Somebody for whom you worked for yourself tells us about your work.':
    'Bydd rhywun y buoch yn gweithio iddo’n hunangyflogedig yn dweud wrthym am eich gwaith.',
  'Personal reference for a gap': 'Geirda personol ar gyfer bwlch',
  'Somebody who knew you confirms what you did between jobs.':
    'Bydd rhywun a oedd yn eich adnabod yn cadarnhau’r hyn a wnaethoch rhwng swyddi.',
  'Self-employment, by accountant': 'Hunangyflogaeth, drwy gyfrifydd',
  'Self-employment, by tax calculation': 'Hunangyflogaeth, drwy gyfrifiad treth',
  'Self-employment, by company register': 'Hunangyflogaeth, drwy’r gofrestr cwmnïau',
  'Self-employment, by client': 'Hunangyflogaeth, drwy gleient',
  'That you worked for yourself, and when.': 'Eich bod wedi gweithio’n hunangyflogedig, a phryd.',
  'Activity history, 3 years': 'Hanes gweithgareddau, 3 blynedd',
  'Activity history, 5 years': 'Hanes gweithgareddau, 5 mlynedd',
  'Activity history, 6 years': 'Hanes gweithgareddau, 6 blynedd',
  'Activity history, 7 years': 'Hanes gweithgareddau, 7 mlynedd',
  'Activity history, 10 years': 'Hanes gweithgareddau, 10 mlynedd',
  'Activity history, since 16': 'Hanes gweithgareddau, ers 16 oed',
  'Gap, unemployment': 'Bwlch, diweithdra',
  'Gap, travel': 'Bwlch, teithio',
  'Gap, study': 'Bwlch, astudio',
  'Gap, caring': 'Bwlch, gofalu',
  'Gap, illness': 'Bwlch, salwch',
  'Gap, sabbatical': 'Bwlch, cyfnod sabothol',
  'Gaps in your history': 'Bylchau yn eich hanes',
  'Papers that show what you did between jobs.': 'Papurau sy’n dangos yr hyn a wnaethoch rhwng swyddi.',
  'CV comparison': 'Cymharu’r CV',
  'We compare your CV with what the other checks find.':
    'Byddwn yn cymharu eich CV â’r hyn y mae’r gwiriadau eraill yn ei ganfod.',
  'Conflicts of interest': 'Gwrthdaro buddiannau',
  'Interests of yours that may conflict with the job.': 'Buddiannau sydd gennych a all wrthdaro â’r swydd.',
  'Other employment': 'Cyflogaeth arall',
  'Other jobs that you hold beside this one.': 'Swyddi eraill sydd gennych yn ogystal â hon.',
  'Notice and restrictions': 'Rhybudd a chyfyngiadau',
  'The notice period and the restrictions that a former employer may hold you to.':
    'Y cyfnod rhybudd a’r cyfyngiadau y gall cyn-gyflogwr eich rhwymo iddynt.',

  // Education and registers of professions.
  'Education, UK degrees by HEDD': 'Addysg, graddau’r DU drwy HEDD',
  'Education, UK further education': 'Addysg, addysg bellach y DU',
  'Education, UK school examinations': 'Addysg, arholiadau ysgol y DU',
  'Education, apprenticeship': 'Addysg, prentisiaeth',
  'Education, professional examinations': 'Addysg, arholiadau proffesiynol',
  'Education, English language test': 'Addysg, prawf Saesneg',
  'Education, comparability by ECCTIS': 'Addysg, cymharedd gan ECCTIS',
  'Professional membership, Nursing and Midwifery Council':
    'Aelodaeth broffesiynol, Cyngor Nyrsio a Bydwreigiaeth (NMC)',
  'Professional membership, General Medical Council': 'Aelodaeth broffesiynol, Cyngor Meddygol Cyffredinol (GMC)',
  'Professional membership, General Dental Council': 'Aelodaeth broffesiynol, Cyngor Deintyddol Cyffredinol (GDC)',
  'Professional membership, General Pharmaceutical Council':
    'Aelodaeth broffesiynol, Cyngor Fferyllol Cyffredinol (GPhC)',
  'Professional membership, General Optical Council': 'Aelodaeth broffesiynol, Cyngor Optegol Cyffredinol (GOC)',
  'Professional membership, Health and Care Professions Council':
    'Aelodaeth broffesiynol, Cyngor Proffesiynau Iechyd a Gofal (HCPC)',
  'Professional membership, Social Care Wales': 'Aelodaeth broffesiynol, Gofal Cymdeithasol Cymru',
  'Professional membership, Education Workforce Council, Wales':
    'Aelodaeth broffesiynol, Cyngor y Gweithlu Addysg (CGA)',
  'your NMC PIN': 'eich PIN NMC',
  'your GMC reference number': 'eich cyfeirnod GMC',
  'your GDC registration number': 'eich rhif cofrestru GDC',
  'your GPhC registration number': 'eich rhif cofrestru GPhC',
  'your PSNI registration number': 'eich rhif cofrestru PSNI',
  'your GOC registration number': 'eich rhif cofrestru GOC',
  'your HCPC registration number': 'eich rhif cofrestru HCPC',
  'your GCC registration number': 'eich rhif cofrestru GCC',
  'your Social Work England number': 'eich rhif Social Work England',
  'your Social Care Wales number': 'eich rhif Gofal Cymdeithasol Cymru',
  'your SSSC registration number': 'eich rhif cofrestru SSSC',
  'your NISCC registration number': 'eich rhif cofrestru NISCC',
  'NMC PIN': 'PIN NMC',
  'GMC reference number': 'cyfeirnod GMC',
  'GDC registration number': 'rhif cofrestru GDC',
  'GPhC registration number': 'rhif cofrestru GPhC',
  'PSNI registration number': 'rhif cofrestru PSNI',
  'GOC registration number': 'rhif cofrestru GOC',
  'HCPC registration number': 'rhif cofrestru HCPC',
  'GCC registration number': 'rhif cofrestru GCC',
  'Social Work England number': 'rhif Social Work England',
  'Social Care Wales number': 'rhif Gofal Cymdeithasol Cymru',
  'SSSC registration number': 'rhif cofrestru SSSC',
  'NISCC registration number': 'rhif cofrestru NISCC',
  'The PIN: two digits, a letter, four digits, a letter': 'Y PIN: dau ddigid, llythyren, pedwar digid, llythyren',
  'Seven digits': 'Saith digid',
  'Five or six digits': 'Pump neu chwe digid',
  'Four digits': 'Pedwar digid',
  'Five digits': 'Pum digid',
  'Letters of the profession and up to six digits': 'Llythrennau’r proffesiwn a hyd at chwe digid',
  '01-12345, or D-1234': '01-12345, neu D-1234',
  'SW and digits': 'SW a digidau',
  'W/ and digits': 'W/ a digidau',

  // Money and offices.
  'Identity and anti-money laundering': 'Hunaniaeth ac atal gwyngalchu arian',
  'We confirm who you are from independent records, and look for you on lists of people under sanctions or in prominent public functions.':
    'Byddwn yn cadarnhau pwy ydych o gofnodion annibynnol, ac yn chwilio amdanoch ar restrau o bobl o dan sancsiynau neu mewn swyddi cyhoeddus amlwg.',
  'Financial Services Register': 'Y Gofrestr Gwasanaethau Ariannol',
  'What the Financial Services Register says about you.':
    'Yr hyn y mae’r Gofrestr Gwasanaethau Ariannol yn ei ddweud amdanoch.',
  'Adverse financial history, judgments': 'Hanes ariannol anffafriol, dyfarniadau',
  'Adverse financial history, insolvency': 'Hanes ariannol anffafriol, ansolfedd',
  'Adverse financial history, judgments and insolvency': 'Hanes ariannol anffafriol, dyfarniadau ac ansolfedd',
  'Court judgments for debt of the last six years.': 'Dyfarniadau llys am ddyled dros y chwe blynedd diwethaf.',
  'Bankruptcies, voluntary arrangements and debt relief orders of the last six years.':
    'Methdaliadau, trefniadau gwirfoddol a gorchmynion rhyddhad dyled dros y chwe blynedd diwethaf.',
  'Court judgments for debt, and insolvencies, of the last six years.':
    'Dyfarniadau llys am ddyled, ac ansolfedd, dros y chwe blynedd diwethaf.',
  'Insolvency register, England and Wales': 'Y gofrestr ansolfedd, Cymru a Lloegr',
  'Insolvency register, Scotland': 'Y gofrestr ansolfedd, yr Alban',
  'Insolvency register, Northern Ireland': 'Y gofrestr ansolfedd, Gogledd Iwerddon',
  'Bankruptcies and arrangements on the insolvency register.': 'Methdaliadau a threfniadau ar y gofrestr ansolfedd.',
  'County court judgments, England and Wales': 'Dyfarniadau llys sirol, Cymru a Lloegr',
  'Judgments for debt on the public register.': 'Dyfarniadau am ddyled ar y gofrestr gyhoeddus.',
  'Disqualified directors, Great Britain': 'Cyfarwyddwyr a anghymhwyswyd, Prydain Fawr',
  'Disqualified directors, Northern Ireland': 'Cyfarwyddwyr a anghymhwyswyd, Gogledd Iwerddon',
  'Disqualifications and undertakings of directors.': 'Anghymwysiadau ac ymgymeriadau cyfarwyddwyr.',
  'Persons with significant control': 'Pobl â rheolaeth arwyddocaol',
  'Companies that you control, as Companies House shows them.':
    'Cwmnïau rydych yn eu rheoli, fel y mae Tŷ’r Cwmnïau yn eu dangos.',
  'Charity trustee roles, England and Wales': 'Rolau ymddiriedolwyr elusennau, Cymru a Lloegr',
  'Removed charity trustees, England and Wales': 'Ymddiriedolwyr elusennau a ddiswyddwyd, Cymru a Lloegr',
  'Roles as a trustee of charities, and removals from them.':
    'Rolau fel ymddiriedolwr elusennau, a chael eich diswyddo ohonynt.',
  'Identity verified at Companies House': 'Hunaniaeth wedi’i dilysu yn Nhŷ’r Cwmnïau',
  'Whether Companies House has verified the identity of a director or person with control.':
    'A yw Tŷ’r Cwmnïau wedi dilysu hunaniaeth cyfarwyddwr neu berson â rheolaeth.',
  'UK Sanctions List': 'Rhestr Sancsiynau’r DU',
  'We look for you on the UK Sanctions List.': 'Byddwn yn chwilio amdanoch ar Restr Sancsiynau’r DU.',
  'Politically exposed persons, UK': 'Pobl mewn swyddi gwleidyddol amlwg, y DU',
  'Persons in prominent public functions, their families and associates.':
    'Pobl mewn swyddi cyhoeddus amlwg, eu teuluoedd a’u cymdeithion.',
  'Adverse media, UK': 'Newyddion anffafriol, y DU',
  'Adverse media, worldwide': 'Newyddion anffafriol, byd-eang',
  'Social media, public profiles': 'Cyfryngau cymdeithasol, proffiliau cyhoeddus',
  'Social media, three years': 'Cyfryngau cymdeithasol, tair blynedd',
  'Social media, five years': 'Cyfryngau cymdeithasol, pum mlynedd',
  'We look at what you show everybody on social media, as far as it matters for the job.':
    'Byddwn yn edrych ar yr hyn rydych yn ei ddangos i bawb ar y cyfryngau cymdeithasol, cyn belled ag y mae’n berthnasol i’r swydd.',
  'Fraud by employees and applicants that members of Cifas have recorded.':
    'Twyll gan gyflogeion ac ymgeiswyr y mae aelodau Cifas wedi’i gofnodi.',
  'Fraud that members of Cifas have recorded.': 'Twyll y mae aelodau Cifas wedi’i gofnodi.',
  'Civil litigation, UK': 'Ymgyfreitha sifil, y DU',
  'Cases at civil courts that you are a party to.': 'Achosion mewn llysoedd sifil rydych yn barti iddynt.',

  // Identity, home and criminal records.
  'Identity, enhanced': 'Hunaniaeth, manylach',
  'Address trace': 'Olrhain cyfeiriadau',
  'Register of deaths': 'Cofrestr marwolaethau',
  'Identity document, by video': 'Dogfen adnabod, drwy fideo',
  'Identity document, with its address': 'Dogfen adnabod, gyda’i chyfeiriad',
  'Identity document, with its chip': 'Dogfen adnabod, gyda’i sglodyn',
  'Driving licence document, with its categories': 'Trwydded yrru, gyda’i chategorïau',
  'Driving licence document, verified with its issuer': 'Trwydded yrru, wedi’i dilysu gyda’r awdurdod a’i rhoddodd',
  'Face compared, by photograph': 'Cymharu wyneb, drwy ffotograff',
  'Face compared, by photograph and machine alone': 'Cymharu wyneb, drwy ffotograff a pheiriant yn unig',
  'Face compared, by video': 'Cymharu wyneb, drwy fideo',
  'Face compared, by turning the head': 'Cymharu wyneb, drwy droi’r pen',
  'Passport validity': 'Dilysrwydd y pasbort',
  'Checks the digits of a passport’s machine-readable zone, its expiry, and lists of lost and stolen passports.':
    'Gwirio digidau rhan y pasbort y gall peiriant ei darllen, y dyddiad y daw i ben, a rhestrau o basbortau a gollwyd ac a ddygwyd.',
  'Change of name': 'Newid enw',
  'Confirms how a present name follows from the names of before.':
    'Cadarnhau sut mae enw presennol yn dilyn o’r enwau blaenorol.',
  'We confirm the nationalities that you state, from documents.':
    'Byddwn yn cadarnhau’r cenedligrwydd rydych yn ei nodi, o ddogfennau.',
  'Checks the form of the number, and that an official paper shows it with the name.':
    'Gwirio ffurf y rhif, a bod papur swyddogol yn ei ddangos gyda’r enw.',
  'Right to rent, documents of List A': 'Hawl i rentu, dogfennau Rhestr A',
  'Right to rent, documents of List B, group 1': 'Hawl i rentu, dogfennau Rhestr B, grŵp 1',
  'Right to rent, documents of List B, group 2': 'Hawl i rentu, dogfennau Rhestr B, grŵp 2',
  'Right to rent, digital verification': 'Hawl i rentu, dilysu digidol',
  'Right to rent, online with a share code': 'Hawl i rentu, ar-lein gyda chod rhannu',
  'Right to rent, Landlord Checking Service': 'Hawl i rentu, Gwasanaeth Gwirio Landlordiaid',
  'Original documents that show a right to rent without a time limit.':
    'Dogfennau gwreiddiol sy’n dangos hawl i rentu heb derfyn amser.',
  'Original documents that show a right to rent for a time.':
    'Dogfennau gwreiddiol sy’n dangos hawl i rentu am gyfnod.',
  'Papers of an application that is under way, confirmed by the Home Office.':
    'Papurau cais sydd ar y gweill, wedi’u cadarnhau gan y Swyddfa Gartref.',
  'A certified digital verification service checks a British or Irish passport.':
    'Bydd gwasanaeth dilysu digidol ardystiedig yn gwirio pasbort Prydeinig neu Wyddelig.',
  'The Home Office confirms online whether you may rent, by your share code and date of birth.':
    'Bydd y Swyddfa Gartref yn cadarnhau ar-lein a gewch rentu, drwy eich cod rhannu a’ch dyddiad geni.',
  'The Home Office confirms a right to rent that you cannot prove yet.':
    'Bydd y Swyddfa Gartref yn cadarnhau hawl i rentu na allwch ei phrofi eto.',
  'Tenant, identity and affordability': 'Tenant, hunaniaeth a fforddiadwyedd',
  'Tenant, landlord reference': 'Tenant, geirda landlord',
  'Tenant, income': 'Tenant, incwm',
  'Identity, judgments and insolvencies, and the rent compared with the income.':
    'Hunaniaeth, dyfarniadau ac ansolfedd, a chymharu’r rhent â’r incwm.',
  'An earlier landlord or agent says how you kept to the tenancy.':
    'Bydd landlord neu asiant blaenorol yn dweud sut y gwnaethoch gadw at y denantiaeth.',
  'We confirm the income that you state.': 'Byddwn yn cadarnhau’r incwm rydych yn ei nodi.',
  'Children’s barred list alone': 'Rhestr waharddedig plant yn unig',
  'Whether you are barred from work with children.': 'A ydych wedi’ch gwahardd rhag gweithio gyda phlant.',
  'Criminal record, Northern Ireland, basic': 'Cofnod troseddol, Gogledd Iwerddon, sylfaenol',
  'Criminal record, Scotland, Level 1': 'Cofnod troseddol, yr Alban, Lefel 1',
  'Criminal record, Scotland, Level 2': 'Cofnod troseddol, yr Alban, Lefel 2',
  'Convictions that may be disclosed for named professions and offices.':
    'Euogfarnau y ceir eu datgelu ar gyfer proffesiynau a swyddi penodol.',

  // Driving and vehicles.
  Driving: 'Gyrru',
  'Driving licence, Great Britain, by check code': 'Trwydded yrru, Prydain Fawr, drwy god gwirio',
  'Driving licence, Great Britain, by mandate': 'Trwydded yrru, Prydain Fawr, drwy fandad',
  'Driving licence, Northern Ireland, online': 'Trwydded yrru, Gogledd Iwerddon, ar-lein',
  'Driving licence, Northern Ireland, by letter': 'Trwydded yrru, Gogledd Iwerddon, drwy lythyr',
  'What you may drive, your penalty points and any disqualification. The DVLA shows them to us by the check code that you make.':
    'Yr hyn y cewch ei yrru, eich pwyntiau cosb ac unrhyw anghymwysiad. Mae’r DVLA yn eu dangos i ni drwy’r cod gwirio rydych yn ei wneud.',
  'What you may drive, your penalty points and any disqualification. The DVLA tells us, as long as the permission that you sign lasts.':
    'Yr hyn y cewch ei yrru, eich pwyntiau cosb ac unrhyw anghymwysiad. Mae’r DVLA yn dweud wrthym, cyhyd ag y bydd y caniatâd a lofnodwch yn para.',
  'Driver Certificate of Professional Competence': 'Tystysgrif Cymhwysedd Proffesiynol Gyrwyr',
  'Whether you have the qualification for driving lorries or buses for a living, and its training.':
    'A oes gennych y cymhwyster i yrru lorïau neu fysiau fel bywoliaeth, a’r hyfforddiant ar ei gyfer.',
  'Tachograph card': 'Cerdyn tacograff',
  'Whether you have a valid driver card of your own.': 'A oes gennych gerdyn gyrrwr dilys eich hun.',
  'Approved driving instructor': 'Hyfforddwr gyrru cymeradwy',
  'Whether you are on the register of approved driving instructors.':
    'A ydych ar y gofrestr o hyfforddwyr gyrru cymeradwy.',
  'Register of taxi licences refused or revoked': 'Cofrestr trwyddedau tacsi a wrthodwyd neu a ddirymwyd',
  'Whether a council has refused, suspended or revoked a taxi or private hire licence of yours.':
    'A yw cyngor wedi gwrthod, atal neu ddirymu trwydded tacsi neu hurio preifat sydd gennych.',
  'Forklift truck operator': 'Gweithredwr fforch godi',
  'Whether you were trained for the truck that the job needs, by an accredited body.':
    'A gawsoch eich hyfforddi ar gyfer y cerbyd sydd ei angen ar y swydd, gan gorff achrededig.',
  'Motor insurance for business use': 'Yswiriant modur ar gyfer defnydd busnes',
  'Whether your own car is insured for driving at work.':
    'A yw eich car eich hun wedi’i yswirio ar gyfer gyrru yn y gwaith.',
} as const;
