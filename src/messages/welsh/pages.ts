// The Welsh of the pages of the form: sign-in, steps, questions, lists and documents.
export const pages = {
  // On every page.
  'Skip to main content': 'Neidio i’r prif gynnwys',
  'There is a problem': 'Mae problem wedi codi',
  Error: 'Gwall',
  Success: 'Wedi llwyddo',
  Language: 'Iaith',
  Back: 'Yn ôl',
  'Back to all steps': 'Yn ôl i’r holl gamau',
  'Back to the list': 'Yn ôl i’r rhestr',
  'Back to your addresses': 'Yn ôl i’ch cyfeiriadau',
  'Back to your documents': 'Yn ôl i’ch dogfennau',
  'Back to your check': 'Yn ôl i’ch gwiriad',
  'Back to the start': 'Yn ôl i’r dechrau',
  Continue: 'Yn eich blaen',
  'Save and continue': 'Cadw ac yn eich blaen',
  'Save and come back later': 'Cadw a dod yn ôl yn nes ymlaen',
  Save: 'Cadw',
  Change: 'Newid',
  Remove: 'Tynnu',
  'Remove it': 'Ei dynnu',
  'Keep it': 'Ei gadw',
  Add: 'Ychwanegu',
  Yes: 'Ie',
  No: 'Na',
  None: 'Dim',
  'Choose one': 'Dewiswch un',
  'Choose a country': 'Dewiswch wlad',
  Today: 'Heddiw',
  Day: 'Diwrnod',
  Month: 'Mis',
  Year: 'Blwyddyn',
  '(optional)': '(dewisol)',
  '(opens in a new tab)': '(yn agor mewn tab newydd)',
  'Not given': 'Heb ei roi',
  Removed: 'Wedi’i dynnu’n ôl',
  'Screening by {operator}.': 'Sgrinio gan {operator}.',
  'Runs on Probity, open background screening': 'Yn rhedeg ar Probity, sgrinio cefndir agored',
  Privacy: 'Preifatrwydd',
  Accessibility: 'Hygyrchedd',
  Help: 'Cymorth',

  // The link and its code.
  'A background check for {account}': 'Gwiriad cefndir ar gyfer {account}',
  '{account} asks us to check some facts about you, as employers do before somebody starts in a role:':
    'Mae {account} yn gofyn i ni wirio rhai ffeithiau amdanoch, fel y mae cyflogwyr yn ei wneud cyn i rywun ddechrau mewn swydd:',
  '{account} asks us to check some facts about you again:':
    'Mae {account} yn gofyn i ni wirio rhai ffeithiau amdanoch eto:',
  'What you answered for {account} before is filled in already. Look it through, and change what is no longer right.':
    'Mae’r atebion a roesoch i {account} o’r blaen wedi’u llenwi’n barod. Darllenwch drwyddynt, a newidiwch unrhyw beth nad yw’n gywir erbyn hyn.',
  'We ask you some questions. It takes about *{minutes} minutes*{entries}.':
    'Byddwn yn gofyn rhai cwestiynau i chi. Mae’n cymryd tua *{minutes} munud*{entries}.',
  'Every answer is saved, so you can stop and continue later, also on another device.':
    'Caiff pob ateb ei gadw, felly gallwch stopio a pharhau yn nes ymlaen, ar ddyfais arall hefyd.',
  'Have at hand:': 'Cadwch y rhain wrth law:',
  '[How your details are used], who sees them, and for how long they are kept.':
    '[Sut y caiff eich manylion eu defnyddio], pwy sy’n eu gweld, ac am ba hyd y cânt eu cadw.',
  'You may withdraw at any time and without a reason, below the list of steps.':
    'Cewch dynnu’n ôl ar unrhyw adeg a heb roi rheswm, o dan y rhestr o gamau.',
  'First we email you a code, so that only you can see and give your details.':
    'Yn gyntaf byddwn yn anfon cod atoch drwy e-bost, fel mai dim ond chi sy’n gallu gweld a rhoi eich manylion.',
  'First we email you a code, so that only you can see it.':
    'Yn gyntaf byddwn yn anfon cod atoch drwy e-bost, fel mai dim ond chi sy’n gallu gweld hyn.',
  'You do not expect this? Please ask {account} before you go on.':
    'Onid oeddech yn disgwyl hyn? Gofynnwch i {account} cyn mynd yn eich blaen.',
  'Your answers are saved. Come back at any time with the link in your email.':
    'Mae eich atebion wedi’u cadw. Dewch yn ôl ar unrhyw adeg gyda’r ddolen yn eich e-bost.',
  'Enter the code that we sent you': 'Rhowch y cod a anfonwyd atoch',
  'We have sent an email with a code of 12 digits to the address where you got your invitation. It can take a minute to arrive.':
    'Rydym wedi anfon e-bost gyda chod 12 digid i’r cyfeiriad lle cawsoch eich gwahoddiad. Gall gymryd munud i gyrraedd.',
  Code: 'Cod',
  'For example, 1234 5678 9012. It works for {minutes} minutes.':
    'Er enghraifft, 1234 5678 9012. Mae’n gweithio am {minutes} munud.',
  'No email yet?': 'Dim e-bost eto?',
  'Look in your spam folder too. If nothing comes after a few minutes, we can send you a new code.':
    'Edrychwch yn eich ffolder sbam hefyd. Os nad oes dim yn cyrraedd ar ôl ychydig funudau, gallwn anfon cod newydd atoch.',
  'Send a new code': 'Anfon cod newydd',
  'Codes used up?': 'Wedi defnyddio’r codau i gyd?',
  'We can send a fresh link to the same address. It works at once, and the earlier link stops working.':
    'Gallwn anfon dolen newydd i’r un cyfeiriad. Mae’n gweithio ar unwaith, ac mae’r ddolen flaenorol yn peidio â gweithio.',
  'Send a fresh link': 'Anfon dolen newydd',
  'If your email address has changed, ask {account} to correct it.':
    'Os yw eich cyfeiriad e-bost wedi newid, gofynnwch i {account} ei gywiro.',
  'Enter the {digits} digits of the code': 'Rhowch {digits} digid y cod',
  'This code does not work any more. Send yourself a new one':
    'Nid yw’r cod hwn yn gweithio mwyach. Anfonwch un newydd atoch eich hun',
  'There were too many wrong codes today. Send yourself a fresh link to go on':
    'Rhoddwyd gormod o godau anghywir heddiw. Anfonwch ddolen newydd atoch eich hun er mwyn parhau',
  'That was not the code, and it cannot be tried again. Send yourself a new one':
    'Nid hwnnw oedd y cod, ac ni ellir rhoi cynnig arall arno. Anfonwch un newydd atoch eich hun',
  'That is not the code in our newest email. You can try one more time':
    'Nid hwnnw yw’r cod yn ein he-bost diweddaraf. Gallwch roi un cynnig arall arni',
  'That is not the code in our newest email. You can try {left} more times':
    'Nid hwnnw yw’r cod yn ein he-bost diweddaraf. Nifer y cynigion sydd gennych ar ôl: {left}',
  'We have sent you several codes already. Use the newest one, or ask for another after {time}':
    'Rydym eisoes wedi anfon sawl cod atoch. Defnyddiwch yr un diweddaraf, neu gofynnwch am un arall ar ôl {time}',
  'We have sent a fresh link to your email address. Open it to go on.':
    'Rydym wedi anfon dolen newydd i’ch cyfeiriad e-bost. Agorwch hi er mwyn parhau.',
  'We have sent you a new code. Only the newest one works.':
    'Rydym wedi anfon cod newydd atoch. Dim ond yr un diweddaraf sy’n gweithio.',
  'This link has been replaced': 'Mae’r ddolen hon wedi’i disodli',
  'We sent a newer link to the same address, and it has been used. Please open the form with that one.':
    'Anfonom ddolen fwy newydd i’r un cyfeiriad, ac mae wedi’i defnyddio. Agorwch y ffurflen gyda’r ddolen honno.',
  'This check has been closed': 'Mae’r gwiriad hwn wedi’i gau',
  'If you did not expect this, please ask {account}.': 'Os nad oeddech yn disgwyl hyn, gofynnwch i {account}.',
  'This check is finished': 'Mae’r gwiriad hwn wedi dod i ben',
  'There is nothing more for you to do for {account}.': 'Nid oes dim byd arall i chi ei wneud ar gyfer {account}.',
  'We have a question for you': 'Mae gennym gwestiwn i chi',
  'We have questions for you': 'Mae gennym gwestiynau i chi',
  'You sent us your form for the check that {account} asked for. To go on we need an answer from you.':
    'Anfonoch eich ffurflen atom ar gyfer y gwiriad y gofynnodd {account} amdano. Er mwyn parhau mae arnom angen ateb gennych.',
  'The check that {account} asked for goes no further. You can still read what you sent, and tell us if something is wrong.':
    'Nid yw’r gwiriad y gofynnodd {account} amdano yn mynd ymhellach. Gallwch ddarllen yr hyn a anfonoch o hyd, a dweud wrthym os oes rhywbeth o’i le.',
  'The results are with {account}. You can read and answer what they write to you, read what you sent, and tell us if something is wrong.':
    'Mae’r canlyniadau gan {account}. Gallwch ddarllen ac ateb yr hyn y maent yn ei ysgrifennu atoch, darllen yr hyn a anfonoch, a dweud wrthym os oes rhywbeth o’i le.',
  'We carry out the checks and tell {account} the results. You can see how your check is going, read what you sent and add documents.':
    'Rydym yn cynnal y gwiriadau ac yn rhoi’r canlyniadau i {account}. Gallwch weld sut mae eich gwiriad yn mynd, darllen yr hyn a anfonoch ac ychwanegu dogfennau.',

  // The list of steps.
  'Your background check': 'Eich gwiriad cefndir',
  'For {account}. You have completed {done} of {total} steps; about {minutes} minutes are left{entries}.':
    'Ar gyfer {account}. Rydych wedi cwblhau {done} o {total} cam; mae tua {minutes} munud ar ôl{entries}.',
  'Please submit the form by {day}.': 'Cyflwynwch y ffurflen erbyn {day}.',
  'Please submit the form as soon as you can.': 'Cyflwynwch y ffurflen cyn gynted ag y gallwch.',
  'For {account}. You have completed {done} of {total} steps.':
    'Ar gyfer {account}. Rydych wedi cwblhau {done} o {total} cam.',
  ', and about 2 for each job': ', a thua 2 ar gyfer pob swydd',
  ', and about 2 for each address': ', a thua 2 ar gyfer pob cyfeiriad',
  ', and about 2 for each job and address': ', a thua 2 ar gyfer pob swydd a chyfeiriad',
  'Every answer is saved: you can stop and come back with the same link.':
    'Caiff pob ateb ei gadw: gallwch stopio a dod yn ôl gyda’r un ddolen.',
  '{account} has asked for more than you agreed to with your form:':
    'Mae {account} wedi gofyn am fwy nag y cytunoch iddo gyda’ch ffurflen:',
  'Nothing of it is checked before you agree. We ask only what you have not answered yet.':
    'Ni chaiff dim ohono ei wirio cyn i chi gytuno. Dim ond yr hyn nad ydych wedi’i ateb eto y byddwn yn gofyn amdano.',
  'Add your documents': 'Ychwanegu eich dogfennau',
  'Check and send': 'Gwirio ac anfon',
  'Check your answers and send them': 'Gwirio eich atebion a’u hanfon',
  'To do': 'I’w wneud',
  'In progress': 'Ar y gweill',
  Completed: 'Wedi’i gwblhau',
  'When everything above is completed': 'Pan fydd popeth uchod wedi’i gwblhau',
  'Cannot start yet': 'Methu dechrau eto',
  'Continue on your phone': 'Parhau ar eich ffôn',
  'Point the camera of your phone at this picture, and open the link. We mail you a new code for that device. What you have answered is there.':
    'Anelwch gamera eich ffôn at y llun hwn, ac agorwch y ddolen. Byddwn yn anfon cod newydd atoch ar gyfer y ddyfais honno. Bydd eich atebion yno.',
  'QR code of your link': 'Cod QR eich dolen',
  'You do not want to be checked? You may [withdraw from the check] at any time.':
    'Onid ydych am gael eich gwirio? Cewch [dynnu’n ôl o’r gwiriad] ar unrhyw adeg.',

  // Questions.
  'Saved in the meantime:': 'Wedi’i gadw yn y cyfamser:',
  'You changed this somewhere else after you opened this page. Look at it again, then save':
    'Newidioch hyn yn rhywle arall ar ôl i chi agor y dudalen hon. Edrychwch arno eto, ac yna ei gadw',
  'If you are not sure of a day, leave it empty.': 'Os nad ydych yn siŵr o’r diwrnod, gadewch ef yn wag.',
  'If you are not sure of the day, leave it empty. If you do not know the month either, the year is enough.':
    'Os nad ydych yn siŵr o’r diwrnod, gadewch ef yn wag. Os nad ydych yn gwybod y mis chwaith, mae’r flwyddyn yn ddigon.',
  'Of a date, the year is enough: leave the day and the month empty if you are not sure of them.':
    'Mae blwyddyn yn ddigon ar gyfer dyddiad: gadewch y diwrnod a’r mis yn wag os nad ydych yn siŵr ohonynt.',
  'Still missing:': 'Yn dal ar goll:',
  'what you were doing': 'yr hyn yr oeddech yn ei wneud',
  'I am not on this register, or want to name another body': 'Nid wyf ar y gofrestr hon, neu rwyf am enwi corff arall',
  'You agree to the words below as they stand in English.':
    'Byddwch yn cytuno i’r geiriau isod fel y maent yn Saesneg.',
  'Your consent': 'Eich cydsyniad',
  'Your criminal record': 'Eich cofnod troseddol',
  'You do not agree? Talk to {account} first, or [withdraw from the check].':
    'Onid ydych yn cytuno? Siaradwch â’r sefydliad {account} yn gyntaf, neu [tynnwch yn ôl o’r gwiriad].',
  Consent: 'Cydsyniad',

  // Lists.
  'Begin with what you do now, and go back to your first job.':
    'Dechreuwch â’r hyn rydych yn ei wneud nawr, ac ewch yn ôl i’ch swydd gyntaf.',
  'Begin with what you do now, and go back to {day}.':
    'Dechreuwch â’r hyn rydych yn ei wneud nawr, ac ewch yn ôl i’r dyddiad hwn: {day}.',
  'Times of up to a month between two entries need not be explained.':
    'Nid oes angen esbonio cyfnodau o hyd at fis rhwng dau gofnod.',
  'Times of up to {days} days between two entries need not be explained.':
    'Nid oes angen esbonio cyfnodau o hyd at {days} diwrnod rhwng dau gofnod.',
  '*There is no gap.* You can continue.': '*Nid oes bwlch.* Gallwch fynd yn eich blaen.',
  'You said: “{said}”. The people who do the check read it. If you have one after all, add it.':
    'Dywedoch: “{said}”. Bydd y bobl sy’n gwneud y gwiriad yn ei ddarllen. Os oes gennych un wedi’r cyfan, ychwanegwch ef.',
  'Save and continue without': 'Cadw a pharhau hebddo',
  'Sent before': 'Wedi’i anfon o’r blaen',
  'What you sent before': 'Yr hyn a anfonoch o’r blaen',
  'Your registration': 'Eich cofrestriad',
  'The check is about:': 'Mae’r gwiriad yn ymwneud â:',
  'If you have no number there, for example because you do not teach, say so: you are then looked up by your name and date of birth.':
    'Os nad oes gennych rif yno, er enghraifft am nad ydych yn addysgu, dywedwch hynny: byddwn yn chwilio amdanoch yn ôl eich enw a’ch dyddiad geni.',
  'If you have none, say so. You can send your answers without: the people who do the check read it.':
    'Os nad oes gennych un, dywedwch hynny. Gallwch anfon eich atebion hebddo: bydd y bobl sy’n gwneud y gwiriad yn ei ddarllen.',
  'Add your registration: {body}.': 'Ychwanegwch eich cofrestriad: {body}.',
  'Add your {number}': 'Ychwanegu: {number}',
  'Change your {number}': 'Newid: {number}',
  'Your {number}': 'Eich rhif: {number}',
  'What you sent before stays as it is, because parts of your check rest on it.':
    'Mae’r hyn a anfonoch o’r blaen yn aros fel y mae, oherwydd bod rhannau o’ch gwiriad yn dibynnu arno.',
  'How do I correct this?': 'Sut mae cywiro hyn?',
  'Remove {what}?': 'Tynnu {what}?',
  'Add {what}': 'Ychwanegu {what}',
  'Change {what}': 'Newid {what}',
  'this entry': 'y cofnod hwn',
  '{from} to {to}': '{from} – {to}',
  now: 'nawr',
  'not known yet': 'heb fod yn hysbys eto',
  'Since {date}': 'Ers {date}',
  'We do not know yet when': 'Nid ydym yn gwybod pryd eto',
  'We do not know yet when you lived here': 'Nid ydym yn gwybod eto pryd yr oeddech yn byw yma',
  'Your work and other activities leave no gap': 'Nid yw eich gwaith a’ch gweithgareddau eraill yn gadael bwlch',
  'Your work and other activities leave 1 gap': 'Mae 1 bwlch yn eich gwaith a’ch gweithgareddau eraill',
  'Your work and other activities leave {count} gaps':
    'Nifer y bylchau yn eich gwaith a’ch gweithgareddau eraill: {count}',
  '{count} days': '{count} diwrnod',
  '1 day': '1 diwrnod',
  '{count} hours': '{count} awr',
  '1 hour': '1 awr',
  '{count} months': '{count} mis',
  '1 month': '1 mis',
  '{count} years': '{count} blynedd',
  '1 year': '1 flwyddyn',
  'less than a month': 'llai na mis',

  // Addresses.
  'Your addresses': 'Eich cyfeiriadau',
  'Give every address where you have lived since {day}, without a gap.':
    'Rhowch bob cyfeiriad lle rydych wedi byw ers {day}, heb fwlch.',
  'Your addresses leave no gap': 'Nid yw eich cyfeiriadau yn gadael bwlch',
  'Your addresses leave 1 gap': 'Mae 1 bwlch yn eich cyfeiriadau',
  'Your addresses leave {count} gaps': 'Nifer y bylchau yn eich cyfeiriadau: {count}',
  'Something is missing from the addresses below. Once you add it, the timeline shows whether there is a gap.':
    'Mae rhywbeth ar goll o’r cyfeiriadau isod. Ar ôl i chi ei ychwanegu, bydd y llinell amser yn dangos a oes bwlch.',
  'There is a gap in your history:': 'Mae bwlch yn eich hanes:',
  'There are gaps in your history:': 'Mae bylchau yn eich hanes:',
  'Add where you lived then.': 'Ychwanegwch ble roeddech yn byw bryd hynny.',
  'Add where you lived then, or correct the dates of an address below.':
    'Ychwanegwch ble roeddech yn byw bryd hynny, neu cywirwch ddyddiadau un o’r cyfeiriadau isod.',
  'Staying with family, in student housing or abroad counts too.':
    'Mae aros gyda theulu, mewn llety myfyrwyr neu dramor yn cyfrif hefyd.',
  'Where you live now': 'Ble rydych yn byw nawr',
  'Where you lived before': 'Ble roeddech yn byw o’r blaen',
  'Where do you live now?': 'Ble rydych yn byw nawr?',
  'Where did you live before?': 'Ble roeddech yn byw o’r blaen?',
  'Add when you lived here': 'Ychwanegu pryd yr oeddech yn byw yma',
  'Complete this address': 'Cwblhau’r cyfeiriad hwn',
  'Change address': 'Newid y cyfeiriad',
  'Change dates': 'Newid y dyddiadau',
  'Add another address': 'Ychwanegu cyfeiriad arall',
  'Add where you live now': 'Ychwanegu ble rydych yn byw nawr',
  'Current address': 'Cyfeiriad presennol',
  'Previous address': 'Cyfeiriad blaenorol',
  'No fixed address': 'Dim cyfeiriad sefydlog',
  'Flat {number}': 'Fflat {number}',
  'When did you move to {place}?': 'Pryd symudoch i’r cyfeiriad hwn: {place}?',
  'When did you live at {place}?': 'Pryd oeddech yn byw yn y cyfeiriad hwn: {place}?',
  'To close the gap, this time must cover {period}.': 'I gau’r bwlch, rhaid i’r cyfnod hwn gynnwys: {period}.',
  'For example, {example}': 'Er enghraifft, {example}',
  'For example, 27 3 2021': 'Er enghraifft, 27 3 2021',
  'For example, 14 9 2023': 'Er enghraifft, 14 9 2023',
  'I have no fixed address': 'Nid oes gennyf gyfeiriad sefydlog',
  'Give an address where mail reaches you, such as that of your family, a friend or a day centre: its house, street, town and postcode. A criminal record certificate may be sent there.':
    'Rhowch gyfeiriad lle mae post yn eich cyrraedd, fel cyfeiriad eich teulu, ffrind neu ganolfan ddydd: ei dŷ, ei stryd, ei dref a’i god post. Gall tystysgrif cofnod troseddol gael ei hanfon yno.',
  'No mail reaches you anywhere? Do not guess an address: ask what to do.':
    'Nid oes post yn eich cyrraedd yn unman? Peidiwch â dyfalu cyfeiriad: gofynnwch beth i’w wneud.',
  'I have no fixed address: the address below is where mail reaches me':
    'Nid oes gennyf gyfeiriad sefydlog: y cyfeiriad isod yw lle mae post yn fy nghyrraedd',
  'Since when has mail reached you at {place}?': 'Ers pryd y mae post yn eich cyrraedd yma: {place}?',
  'When did you have no fixed address?': 'Pryd nad oedd gennych gyfeiriad sefydlog?',
  From: 'O',
  Until: 'Hyd',
  'I live in barracks, on a ship or at a BFPO address': 'Rwy’n byw mewn barics, ar long neu mewn cyfeiriad BFPO',
  'Barracks: the block or mess as the house name, and the name of the barracks as the street.':
    'Barics: y bloc neu’r mess fel enw’r tŷ, ac enw’r barics fel y stryd.',
  'BFPO: the number, such as BFPO 57, as the street, and the postcode. You may leave the house and the town empty.':
    'BFPO: y rhif, fel BFPO 57, fel y stryd, a’r cod post. Cewch adael y tŷ a’r dref yn wag.',
  'A ship: its name as the house name, and its home port as the street and the town, with the postcode of the port.':
    'Llong: ei henw fel enw’r tŷ, a’i phorthladd cartref fel y stryd a’r dref, gyda chod post y porthladd.',
  'I had no fixed address then': 'Nid oedd gennyf gyfeiriad sefydlog bryd hynny',
  'Type “No fixed abode” as the house name. Add the town, and the postcode of a place where you stayed or got your mail.':
    'Teipiwch “No fixed abode” fel enw’r tŷ. Ychwanegwch y dref, a chod post lle y buoch yn aros neu’n cael eich post.',

  // Documents, as they are added.
  'Your documents': 'Eich dogfennau',
  Documents: 'Dogfennau',
  'Add a document': 'Ychwanegu dogfen',
  'Your file is saved.': 'Mae eich ffeil wedi’i chadw.',
  'Thank you. We have received your file.': 'Diolch. Rydym wedi cael eich ffeil.',
  'The file is removed.': 'Mae’r ffeil wedi’i thynnu.',
  'You may add a document as long as your check is going on. The people who do the check are told of each, and see it at once. You cannot remove it here afterwards.':
    'Cewch ychwanegu dogfen tra bo eich gwiriad yn mynd rhagddo. Rhoddir gwybod i’r bobl sy’n gwneud y gwiriad am bob un, ac maent yn ei gweld ar unwaith. Ni allwch ei thynnu oddi yma wedyn.',
  'A clear photo of each is enough. Only {account} and the people who do the check can see them.':
    'Mae llun clir o bob un yn ddigon. Dim ond {account} a’r bobl sy’n gwneud y gwiriad sy’n gallu eu gweld.',
  '{account} asks for at least one before you send the form. You may answer the other questions first. If you have none, ask {account}.':
    'Mae {account} yn gofyn am o leiaf un cyn i chi anfon y ffurflen. Cewch ateb y cwestiynau eraill yn gyntaf. Os nad oes gennych un, gofynnwch i {account}.',
  'You may go on without them, and add them later.': 'Cewch fynd yn eich blaen hebddynt, a’u hychwanegu yn nes ymlaen.',
  'You said:': 'Dywedoch:',
  'added {day}': 'ychwanegwyd {day}',
  'Add another or look at it': 'Ychwanegu un arall neu edrych arni',
  'Add a photo or file': 'Ychwanegu llun neu ffeil',
  'Anything else': 'Unrhyw beth arall',
  'What it is (optional)': 'Beth yw hi (dewisol)',
  'Take a photo or choose a file': 'Tynnwch lun neu dewiswch ffeil',
  'Add file': 'Ychwanegu ffeil',
  'Add another': 'Ychwanegu un arall',
  'You have another document': 'Mae gennych ddogfen arall',
  'which you added elsewhere': 'a ychwanegoch yn rhywle arall',
  'Show the picture': 'Dangos y llun',
  'What you added: {what}': 'Yr hyn a ychwanegoch: {what}',
  'The rule: {rule}.': 'Y rheol: {rule}.',
  'I do not have this': 'Nid yw hon gennyf',
  'Why do you not have it?': 'Pam nad yw gennych?',
  'The people who do the check read it, and tell you what else you can do.':
    'Bydd y bobl sy’n gwneud y gwiriad yn ei ddarllen, ac yn dweud wrthych beth arall y gallwch ei wneud.',
  'No files are attached to this order.': 'Nid oes ffeiliau wedi’u hatodi i’r archeb hon.',
  'No file can be taken for the moment. Go on without it: a form can be sent before, and the file added later':
    'Ni ellir derbyn ffeil ar hyn o bryd. Ewch ymlaen hebddi: gellir anfon ffurflen cyn hynny, ac ychwanegu’r ffeil yn ddiweddarach',
  'Say which document it is': 'Dywedwch pa ddogfen yw hi',
  'This kind of file is not accepted.': 'Ni dderbynnir y math hwn o ffeil.',
  'Accepted: {kinds}': 'Derbynnir: {kinds}',
  'It must be a JPEG or PNG picture. On an iPhone choose it from your photos, not from your files, or take it here: the phone then sends a JPEG. If that fails, choose Settings, Camera, Formats, Most Compatible, and take it again, or take a screenshot of it':
    'Rhaid iddo fod yn llun JPEG neu PNG. Ar iPhone dewiswch ef o’ch lluniau, nid o’ch ffeiliau, neu tynnwch ef yma: mae’r ffôn wedyn yn anfon JPEG. Os nad yw hynny’n gweithio, dewiswch Settings, Camera, Formats, Most Compatible, a thynnwch ef eto, neu tynnwch sgrinlun ohono',
  'Choose a file': 'Dewiswch ffeil',
  'Choose the file again': 'Dewiswch y ffeil eto',
  'The file must be smaller than {largest}': 'Rhaid i’r ffeil fod yn llai na {largest}',
  'This order is closed and takes no more files': 'Mae’r archeb hon wedi’i chau ac nid yw’n derbyn rhagor o ffeiliau',
  'A photo, a PDF, an office document or a text file, at most {largest}':
    'Llun, PDF, dogfen swyddfa neu ffeil testun, {largest} ar y mwyaf',
  'Not needed': 'Nid oes angen',
  Added: 'Wedi’i hychwanegu',
  'You do not have it': 'Nid yw gennych',
  'More to add': 'Mwy i’w ychwanegu',
  'To add': 'I’w hychwanegu',
  'At least one, before you can send': 'O leiaf un, cyn y gallwch anfon',
  'It helps to have them before you send': 'Mae’n helpu eu cael cyn i chi anfon',
  '{count} still to add': '{count} yn dal i’w hychwanegu',
  'Still missing': 'Yn dal ar goll',
  'You can send your answers without them, and add them afterwards.':
    'Gallwch anfon eich atebion hebddynt, a’u hychwanegu wedyn.',
} as const;
