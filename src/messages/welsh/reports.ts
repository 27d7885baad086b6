// The Welsh of what is checked: the names of the reports that are ordered most, and what each looks at.
export const reports = {
  Identity: 'Hunaniaeth',
  'Identity document': 'Dogfen adnabod',
  'Right to work': 'Hawl i weithio',
  'Criminal record, basic': 'Cofnod troseddol, sylfaenol',
  'Criminal record, standard': 'Cofnod troseddol, safonol',
  'Criminal record, enhanced': 'Cofnod troseddol, manylach',
  'UK credit': 'Credyd y DU',
  'Sanctions and politically exposed persons': 'Sancsiynau a phobl mewn swyddi gwleidyddol amlwg',
  'Adverse media': 'Newyddion anffafriol',
  'UK directorships and disqualifications': 'Cyfarwyddiaethau ac anghymwysiadau’r DU',
  'UK driving licence': 'Trwydded yrru’r DU',
  'Employment history, UK': 'Hanes cyflogaeth, y DU',
  'Employment history, worldwide': 'Hanes cyflogaeth, byd-eang',
  'Activity history': 'Hanes gweithgareddau',
  'Education, UK': 'Addysg, y DU',
  'Education, worldwide': 'Addysg, byd-eang',
  'Professional membership': 'Aelodaeth broffesiynol',
  'Proof of address': 'Prawf o gyfeiriad',
  'Digital identity, medium confidence': 'Hunaniaeth ddigidol, hyder canolig',
  'Digital identity, high confidence': 'Hunaniaeth ddigidol, hyder uchel',
  'Residence history, 3 years': 'Hanes preswylio, 3 blynedd',
  'Residence history, 5 years': 'Hanes preswylio, 5 mlynedd',
  'Residence history, 6 years': 'Hanes preswylio, 6 blynedd',
  'Residence history, 10 years': 'Hanes preswylio, 10 mlynedd',
  'Right to work, documents of List A': 'Hawl i weithio, dogfennau Rhestr A',
  'Right to work, documents of List B': 'Hawl i weithio, dogfennau Rhestr B',
  'Right to work, digital verification': 'Hawl i weithio, dilysu digidol',
  'Right to work, online with a share code': 'Hawl i weithio, ar-lein gyda chod rhannu',
  'Right to work, Employer Checking Service': 'Hawl i weithio, Gwasanaeth Gwirio Cyflogwyr',
  'Right to work, follow-up': 'Hawl i weithio, dilyniant',
  'DBS Update Service': 'Gwasanaeth Diweddaru’r DBS',
  'Criminal record, self-declaration': 'Cofnod troseddol, hunanddatganiad',
  'Character reference': 'Geirda cymeriad',
  'Academic reference': 'Geirda academaidd',

  // What each looks at.
  'We look for you at your addresses in independent records, to confirm that you are who you say.':
    'Byddwn yn chwilio amdanoch yn eich cyfeiriadau mewn cofnodion annibynnol, i gadarnhau mai chi yw’r person rydych yn ei ddweud.',
  'We look for the addresses that records link to you, also those that you did not give.':
    'Byddwn yn chwilio am y cyfeiriadau y mae cofnodion yn eu cysylltu â chi, hefyd y rhai na roesoch.',
  'We confirm that your details are not those of somebody who has died.':
    'Byddwn yn cadarnhau nad manylion rhywun sydd wedi marw yw eich manylion.',
  'We look at your passport, identity card or driving licence for signs that it is not genuine.':
    'Byddwn yn edrych ar eich pasbort, eich cerdyn adnabod neu’ch trwydded yrru am arwyddion nad yw’n ddilys.',
  'We compare your driving licence with the record of the authority that issued it.':
    'Byddwn yn cymharu eich trwydded yrru â chofnod yr awdurdod a’i rhoddodd.',
  'We compare your face with the photo in your identity document.':
    'Byddwn yn cymharu eich wyneb â’r llun yn eich dogfen adnabod.',
  'We look at a recent paper that shows where you live.':
    'Byddwn yn edrych ar bapur diweddar sy’n dangos ble rydych yn byw.',
  'A certified digital verification service confirms who you are.':
    'Bydd gwasanaeth dilysu digidol ardystiedig yn cadarnhau pwy ydych.',
  'We check that you may work in the United Kingdom.': 'Byddwn yn gwirio y cewch weithio yn y Deyrnas Unedig.',
  'We look at original documents that show your right to work without a time limit.':
    'Byddwn yn edrych ar ddogfennau gwreiddiol sy’n dangos eich hawl i weithio heb derfyn amser.',
  'We look at original documents that show your right to work for a time.':
    'Byddwn yn edrych ar ddogfennau gwreiddiol sy’n dangos eich hawl i weithio am gyfnod.',
  'A certified digital verification service checks your British or Irish passport, to show that you may work here.':
    'Bydd gwasanaeth dilysu digidol ardystiedig yn gwirio eich pasbort Prydeinig neu Wyddelig, i ddangos y cewch weithio yma.',
  'The Home Office confirms online that you may work in the United Kingdom, by your share code and date of birth.':
    'Bydd y Swyddfa Gartref yn cadarnhau ar-lein y cewch weithio yn y Deyrnas Unedig, drwy eich cod rhannu a’ch dyddiad geni.',
  'The Home Office confirms a right to work that you cannot prove yet, such as while an application is under way.':
    'Bydd y Swyddfa Gartref yn cadarnhau hawl i weithio na allwch ei phrofi eto, er enghraifft tra bo cais ar y gweill.',
  'We check your right to work again before it ends.': 'Byddwn yn gwirio eich hawl i weithio eto cyn iddi ddod i ben.',
  'Convictions and conditional cautions that the law does not call spent.':
    'Euogfarnau a rhybuddion amodol nad yw’r gyfraith yn eu galw’n rhai wedi’u disbyddu.',
  'Your criminal record, as far as the law lets an employer for this role see it: much that is old or minor is left out. The application asks you only whether you have convictions that are not spent.':
    'Eich cofnod troseddol, cyn belled ag y mae’r gyfraith yn gadael i gyflogwr ar gyfer y rôl hon ei weld: gadewir llawer sy’n hen neu’n fân allan. Dim ond a oes gennych euogfarnau heb eu disbyddu y mae’r cais yn ei ofyn.',
  'Your criminal record and what local police hold, as far as the law lets an employer for this role see them: much that is old or minor is left out. Where the role allows it, also whether you are barred from such work. The application asks you only whether you have convictions that are not spent.':
    'Eich cofnod troseddol a’r hyn y mae’r heddlu lleol yn ei gadw, cyn belled ag y mae’r gyfraith yn gadael i gyflogwr ar gyfer y rôl hon eu gweld: gadewir llawer sy’n hen neu’n fân allan. Lle mae’r rôl yn caniatáu hynny, hefyd a ydych wedi’ch gwahardd rhag gwaith o’r fath. Dim ond a oes gennych euogfarnau heb eu disbyddu y mae’r cais yn ei ofyn.',
  'Convictions that the law does not call spent.': 'Euogfarnau nad yw’r gyfraith yn eu galw’n rhai wedi’u disbyddu.',
  'Whether anything has changed since the certificate that you have was issued.':
    'A oes unrhyw beth wedi newid ers rhoi’r dystysgrif sydd gennych.',
  'What you tell us yourself. We ask no more than the law lets the employer ask for this role.':
    'Yr hyn rydych yn ei ddweud wrthym eich hun. Ni fyddwn yn gofyn mwy nag y mae’r gyfraith yn gadael i’r cyflogwr ei ofyn ar gyfer y rôl hon.',
  'Court judgments for debt, insolvencies and the electoral roll at your addresses of the last six years. What you earn, save and spend is not part of it.':
    'Dyfarniadau llys am ddyled, ansolfedd a’r gofrestr etholiadol yn eich cyfeiriadau dros y chwe blynedd diwethaf. Nid yw’r hyn rydych yn ei ennill, ei gynilo a’i wario yn rhan ohono.',
  'We look for you on lists of people under sanctions or in prominent public functions.':
    'Byddwn yn chwilio amdanoch ar restrau o bobl o dan sancsiynau neu mewn swyddi cyhoeddus amlwg.',
  'We look for published news about you of crime, fraud or action by a regulator.':
    'Byddwn yn chwilio am newyddion cyhoeddedig amdanoch ynghylch trosedd, twyll neu gamau gan reoleiddiwr.',
  'Companies of which you are or were a director, and whether you were disqualified.':
    'Cwmnïau rydych neu y buoch yn gyfarwyddwr arnynt, ac a gawsoch eich anghymwyso.',
  'What you may drive, your penalty points and any disqualification, from the authority that issued your licence.':
    'Yr hyn y cewch ei yrru, eich pwyntiau cosb ac unrhyw anghymwysiad, gan yr awdurdod a roddodd eich trwydded.',
  'We ask your employers when you worked for them, what you did and why you left.':
    'Byddwn yn gofyn i’ch cyflogwyr pryd y buoch yn gweithio iddynt, beth wnaethoch a pham y gadawsoch.',
  'What you did in the years that we ask about: work, study and the time between. We ask employers and schools, and look at papers for the rest.':
    'Yr hyn a wnaethoch yn y blynyddoedd rydym yn gofyn amdanynt: gwaith, astudio a’r amser rhyngddynt. Byddwn yn holi cyflogwyr ac ysgolion, ac yn edrych ar bapurau ar gyfer y gweddill.',
  'We ask the school, college or university, or the register that answers for it, what you studied and when, and how you passed.':
    'Byddwn yn gofyn i’r ysgol, y coleg neu’r brifysgol, neu’r gofrestr sy’n ateb drosti, beth astudioch a phryd, a sut y gwnaethoch basio.',
  'Whether you are a member or registered, and in good standing, from the public register or from the body itself.':
    'A ydych yn aelod neu wedi cofrestru, ac mewn sefyllfa dda, o’r gofrestr gyhoeddus neu gan y corff ei hun.',
  'Somebody who knows you well, and is no relative, tells us about your character.':
    'Bydd rhywun sy’n eich adnabod yn dda, ac nad yw’n berthynas, yn dweud wrthym am eich cymeriad.',
  'A teacher or tutor tells us about your studies and conduct.':
    'Bydd athro neu diwtor yn dweud wrthym am eich astudiaethau a’ch ymddygiad.',
  'We confirm where you lived in the years that we ask about, without gaps.':
    'Byddwn yn cadarnhau ble roeddech yn byw yn y blynyddoedd rydym yn gofyn amdanynt, heb fylchau.',
  'Every month.': 'Bob mis.',
  'Every three months.': 'Bob tri mis.',
  'Every six months.': 'Bob chwe mis.',
  'Every year.': 'Bob blwyddyn.',
  'Each time the lists change.': 'Bob tro y bydd y rhestrau’n newid.',
  'Before it expires.': 'Cyn iddo ddod i ben.',
  'When it is renewed.': 'Pan gaiff ei adnewyddu.',
} as const;
