// The Welsh of what candidates read about their own data: what was corrected, and what they may ask once a check is over.
export const ownData = {
  'What is wrong must be 2000 characters or fewer': 'Rhaid i’r disgrifiad o’r hyn sydd o’i le fod yn 2000 nod neu lai',
  'Write 2000 characters or fewer': 'Ysgrifennwch 2000 nod neu lai',
  'Enter a phone number like 07700 900 982 or +44 808 157 0192':
    'Rhowch rif ffôn fel 07700 900 982 neu +44 808 157 0192',
  'Corrected by {operator} on {day}, because you told us':
    'Cywirwyd gan {operator} ar {day}, oherwydd i chi ddweud wrthym',
  'Corrected by {operator} on {day}, because {account} told us':
    'Cywirwyd gan {operator} ar {day}, ar sail gwybodaeth gan: {account}',
  'Corrected by {operator} on {day}, because a document shows it':
    'Cywirwyd gan {operator} ar {day}, oherwydd bod dogfen yn ei ddangos',
  'Corrected by {operator} on {day}, because it was mistyped':
    'Cywirwyd gan {operator} ar {day}, oherwydd iddo gael ei deipio’n anghywir',
  'Something that you sent for {account} was corrected': 'Cywirwyd rhywbeth a anfonoch ar gyfer {account}',
  'We have corrected something that you sent for the background check that {account} asked for. What you sent is kept as you sent it. Please read here what was corrected, and why:':
    'Rydym wedi cywiro rhywbeth a anfonoch ar gyfer y gwiriad cefndir y gofynnodd {account} amdano. Mae’r hyn a anfonoch yn cael ei gadw fel yr anfonoch ef. Darllenwch yma beth a gywirwyd, a pham:',
  'Read what was corrected': 'Darllen beth a gywirwyd',
  'If it is not right, tell us on the same page.': 'Os nad yw’n gywir, dywedwch wrthym ar yr un dudalen.',
  'The background check for {account} will not go on.':
    'Ni fydd y gwiriad cefndir ar gyfer {account} yn mynd yn ei flaen.',
  'You can still ask for a copy of what is kept about you, ask to have it erased, or complain.':
    'Cewch ofyn o hyd am gopi o’r hyn a gedwir amdanoch, gofyn am ei ddileu, neu gwyno.',
  'What you have told us is still kept. You may [ask for a copy of it, ask to have it erased, or complain].':
    'Mae’r hyn a ddywedoch wrthym yn cael ei gadw o hyd. Cewch [ofyn am gopi ohono, gofyn am ei ddileu, neu gwyno].',
  'What you have told us is still kept. You may ask for a copy of it, ask to have it erased, or complain:':
    'Mae’r hyn a ddywedoch wrthym yn cael ei gadw o hyd. Cewch ofyn am gopi ohono, gofyn am ei ddileu, neu gwyno:',
  'You need do nothing more. What you have told us is still kept. You can read what you sent, tell us that something is wrong, ask for a copy of it, ask to have it erased, or complain:':
    'Nid oes raid i chi wneud dim mwy. Mae’r hyn a ddywedoch wrthym yn cael ei gadw o hyd. Gallwch ddarllen yr hyn a anfonoch, dweud wrthym fod rhywbeth o’i le, gofyn am gopi ohono, gofyn am ei ddileu, neu gwyno:',
  'You need do nothing more. What you have told us is still kept. You can ask for a copy of it, ask to have it erased, or complain:':
    'Nid oes raid i chi wneud dim mwy. Mae’r hyn a ddywedoch wrthym yn cael ei gadw o hyd. Gallwch ofyn am gopi ohono, gofyn am ei ddileu, neu gwyno:',
  'Your email address for {account} was changed': 'Newidiwyd eich cyfeiriad e-bost ar gyfer {account}',
  'The email address for your background check for {account} was changed on your own page. From now on we write to the new address, and the links that we sent here no longer work.':
    'Newidiwyd y cyfeiriad e-bost ar gyfer eich gwiriad cefndir ar gyfer {account} ar eich tudalen eich hun. O hyn ymlaen byddwn yn ysgrifennu i’r cyfeiriad newydd, ac nid yw’r dolenni a anfonwyd yma yn gweithio mwyach.',
  'If you did not do this, please tell {account} today.': 'Os nad chi wnaeth hyn, dywedwch wrth {account} heddiw.',
  'You told us that something is wrong in the background check for {account}, or has changed. We look into it before your check is complete, and answer by {day} at the latest. You can read what you wrote, and our answer, here:':
    'Dywedoch wrthym fod rhywbeth o’i le yn y gwiriad cefndir ar gyfer {account}, neu wedi newid. Byddwn yn edrych arno cyn i’ch gwiriad gael ei gwblhau, ac yn ateb erbyn {day} fan bellaf. Gallwch ddarllen yr hyn a ysgrifennoch, a’n hateb, yma:',
  'We have not answered yet, and will before your check is complete, by {when} at the latest.':
    'Nid ydym wedi ateb eto, a byddwn yn gwneud hynny cyn i’ch gwiriad gael ei gwblhau, erbyn {when} fan bellaf.',
  'Changed by you on {day}': 'Newidiwyd gennych chi ar {day}',
  'Change your telephone number': 'Newid eich rhif ffôn',
  'Change your email address': 'Newid eich cyfeiriad e-bost',
  'At once': 'Ar unwaith',
  'We send a new link to it': 'Byddwn yn anfon dolen newydd iddo',
  'We have stopped this part, and told {account}.': 'Rydym wedi atal y rhan hon, ac wedi dweud wrth {account}.',
  'Your change is saved.': 'Mae eich newid wedi’i gadw.',
  'It was changed meanwhile. Look at it again, then save it':
    'Cafodd ei newid yn y cyfamser. Edrychwch arno eto, ac yna ei gadw',
  'Your new email address': 'Eich cyfeiriad e-bost newydd',
  'Is this right? *{email}*': 'A yw hwn yn gywir? *{email}*',
  'Look at it letter by letter. We send a new link there, and the links that we sent before no longer work.':
    'Edrychwch arno lythyren wrth lythyren. Byddwn yn anfon dolen newydd yno, ac ni fydd y dolenni a anfonwyd o’r blaen yn gweithio mwyach.',
  'Yes, change it': 'Ie, newidiwch ef',
  'No, type it again': 'Na, ei deipio eto',
  'Enter an email address at which mail reaches you, such as name@example.com':
    'Rhowch gyfeiriad e-bost y mae post yn eich cyrraedd ynddo, megis name@example.com',
  'We have sent a link to your new address': 'Rydym wedi anfon dolen i’ch cyfeiriad newydd',
  'Open it to go on: opening it confirms that {email} is your address. The links that we sent before no longer work.':
    'Agorwch hi i fynd yn eich blaen: mae ei hagor yn cadarnhau mai eich cyfeiriad chi yw {email}. Nid yw’r dolenni a anfonwyd o’r blaen yn gweithio mwyach.',
  'Get the link to your background check again': 'Cael y ddolen i’ch gwiriad cefndir eto',
  'Enter your email address, such as name@example.com': 'Rhowch eich cyfeiriad e-bost, megis name@example.com',
  'Look at your email': 'Edrychwch ar eich e-bost',
  'If a background check is kept for this address, we send a fresh link to it within some minutes. Look in your spam folder, too.':
    'Os cedwir gwiriad cefndir ar gyfer y cyfeiriad hwn, byddwn yn anfon dolen newydd iddo o fewn ychydig funudau. Edrychwch yn eich ffolder sbam hefyd.',
  'If no mail comes, you may have given another address. Ask the organisation that wants the check: they can correct it.':
    'Os na ddaw neges, efallai i chi roi cyfeiriad arall. Gofynnwch i’r sefydliad sydd am gael y gwiriad: gallant ei gywiro.',
  'If a background check is kept for this number, we send a fresh link to the email address that belongs to it within some minutes. Where the organisation texts its candidates, it comes as a text message as well, between 8 am and 8 pm.':
    'Os cedwir gwiriad cefndir ar gyfer y rhif hwn, byddwn yn anfon dolen newydd i’r cyfeiriad e-bost sy’n perthyn iddo o fewn ychydig funudau. Lle mae’r sefydliad yn anfon negeseuon testun at ei ymgeiswyr, daw fel neges destun hefyd, rhwng 8am ac 8pm.',
  'If nothing comes, you may have given another number. Ask the organisation that wants the check: they can correct it.':
    'Os nad oes dim yn cyrraedd, efallai eich bod wedi rhoi rhif arall. Gofynnwch i’r sefydliad sydd am gael y gwiriad: gallant ei gywiro.',
  'Type the email address or the mobile number that you gave to the organisation that asked for your check. We send you a fresh link.':
    'Teipiwch y cyfeiriad e-bost neu’r rhif ffôn symudol a roesoch i’r sefydliad a ofynnodd am eich gwiriad. Byddwn yn anfon dolen newydd atoch.',
  'Your email address or mobile number': 'Eich cyfeiriad e-bost neu’ch rhif ffôn symudol',
  'Enter your email address, such as name@example.com, or your mobile number, such as 07700 900 982':
    'Rhowch eich cyfeiriad e-bost, megis name@example.com, neu’ch rhif ffôn symudol, megis 07700 900 982',
  'Look at your phone and your email': 'Edrychwch ar eich ffôn a’ch e-bost',
  'Type the email address that you gave to the organisation that asked for your check. We send a fresh link to it.':
    'Teipiwch y cyfeiriad e-bost a roesoch i’r sefydliad a ofynnodd am eich gwiriad. Byddwn yn anfon dolen newydd iddo.',
  'Your email address': 'Eich cyfeiriad e-bost',
  'Send the link': 'Anfon y ddolen',
  'Get a fresh link by email': 'Cael dolen newydd drwy e-bost',
  'If you refuse one part only, [say which].': 'Os ydych yn gwrthod un rhan yn unig, [dywedwch pa un].',
  'Refuse one part of the check': 'Gwrthod un rhan o’r gwiriad',
  'We stop this part at once and tell {account}, with what you write. The other parts go on. Only {account} can say what it means for your application.':
    'Byddwn yn rhoi’r gorau i’r rhan hon ar unwaith ac yn dweud wrth {account}, gyda’r hyn a ysgrifennwch. Bydd y rhannau eraill yn mynd yn eu blaen. Dim ond {account} a all ddweud beth mae’n ei olygu i’ch cais.',
  'Which part do you refuse?': 'Pa ran ydych chi’n ei gwrthod?',
  'Why? (optional)': 'Pam? (dewisol)',
  'You need not give a reason. {account} reads what you write.':
    'Nid oes angen i chi roi rheswm. Bydd {account} yn darllen yr hyn a ysgrifennwch.',
  'Refuse this part': 'Gwrthod y rhan hon',
  'Refuse nothing': 'Peidio â gwrthod dim',
  'Choose the part that you refuse': 'Dewiswch y rhan yr ydych yn ei gwrthod',
  'Is something on your DBS certificate wrong? Only the Disclosure and Barring Service can put it right: [tell them] within three months of the day on which it was issued. If it says what the police chose to add and that is wrong or should not stand there, you may afterwards ask the Independent Monitor for a review.':
    'A oes rhywbeth o’i le ar eich tystysgrif DBS? Dim ond y Gwasanaeth Datgelu a Gwahardd a all ei gywiro: [dywedwch wrthynt] o fewn tri mis i’r diwrnod y’i cyhoeddwyd. Os yw’n cynnwys yr hyn a ddewisodd yr heddlu ei ychwanegu a bod hynny’n anghywir neu na ddylai fod yno, cewch wedyn ofyn i’r Monitor Annibynnol am adolygiad.',
  'Is something on your disclosure wrong? Only Disclosure Scotland can put it right: [tell them] within 10 days of the day on which it was issued. They also say when you may ask for a review of what should not stand there, which an Independent Reviewer may decide.':
    'A oes rhywbeth o’i le ar eich datgeliad? Dim ond Disclosure Scotland a all ei gywiro: [dywedwch wrthynt] o fewn 10 diwrnod i’r diwrnod y’i cyhoeddwyd. Byddant hefyd yn dweud pryd y cewch ofyn am adolygiad o’r hyn na ddylai fod yno, y gall Adolygydd Annibynnol benderfynu arno.',
  'Is something on your AccessNI certificate wrong? Only AccessNI can put it right: [tell them] within 90 days of the day on which it was issued. The Independent Monitor reviews what the police added, and the Independent Reviewer spent convictions that should not stand there.':
    'A oes rhywbeth o’i le ar eich tystysgrif AccessNI? Dim ond AccessNI a all ei gywiro: [dywedwch wrthynt] o fewn 90 diwrnod i’r diwrnod y’i cyhoeddwyd. Mae’r Monitor Annibynnol yn adolygu’r hyn a ychwanegodd yr heddlu, a’r Adolygydd Annibynnol euogfarnau wedi’u disbyddu na ddylent fod yno.',
  'Identity and documents': 'Hunaniaeth a dogfennau',
  'Right to work and right to rent': 'Yr hawl i weithio a’r hawl i rentu',
  'UK criminal records': 'Cofnodion troseddol y DU',
  'Criminal records of other countries': 'Cofnodion troseddol gwledydd eraill',
  'Employment, references and activity': 'Cyflogaeth, geirdaon a gweithgarwch',
  'Financial, regulatory, sanctions and media': 'Ariannol, rheoleiddio, sancsiynau a’r cyfryngau',
  'Health, safety and sectors': 'Iechyd, diogelwch a sectorau',
  'Credit, directorships, insolvency and driving in other countries':
    'Credyd, cyfarwyddiaethau, ansolfedd a gyrru mewn gwledydd eraill',
  'Professional bodies': 'Cyrff proffesiynol',
  'Services that check documents and identities': 'Gwasanaethau sy’n gwirio dogfennau a hunaniaeth',
  'The Home Office, and identity services that it certifies':
    'Y Swyddfa Gartref, a gwasanaethau hunaniaeth y mae’n eu hardystio',
  'The Disclosure and Barring Service, Disclosure Scotland or AccessNI, and who countersigns applications to them':
    'Y Gwasanaeth Datgelu a Gwahardd, Disclosure Scotland neu AccessNI, a phwy bynnag sy’n cydlofnodi ceisiadau iddynt',
  'The authorities of the country, and agents who ask them': 'Awdurdodau’r wlad, ac asiantau sy’n gofyn iddynt',
  'Employers and referees that were named': 'Cyflogwyr a chanolwyr a enwyd',
  'Schools, universities and the services that answer for them':
    'Ysgolion, prifysgolion a’r gwasanaethau sy’n ateb drostynt',
  'Credit reference agencies, and keepers of public registers and lists':
    'Asiantaethau gwirio credyd, a cheidwaid cofrestri a rhestrau cyhoeddus',
  'The Driver and Vehicle Licensing Agency or its counterpart in Northern Ireland':
    'Yr Asiantaeth Trwyddedu Gyrwyr a Cherbydau neu’r corff cyfatebol yng Ngogledd Iwerddon',
  'Occupational health services and laboratories': 'Gwasanaethau iechyd galwedigaethol a labordai',
  'Registers and agencies of the country': 'Cofrestri ac asiantaethau’r wlad',
  'The bodies and registers that were named': 'Y cyrff a’r cofrestri a enwyd',
  'Legitimate interests of {account}: to employ people who are suitable (UK GDPR Art. 6(1)(f))':
    'Buddiannau cyfreithlon y sefydliad, {account}: cyflogi pobl addas (GDPR y DU, Erthygl 6(1)(f))',
  'A task of {account} in the public interest (UK GDPR Art. 6(1)(e))':
    'Tasg y sefydliad, {account}, er budd y cyhoedd (GDPR y DU, Erthygl 6(1)(e))',
  'What immigration law asks of whoever employs or lets (UK GDPR Art. 6(1)(c))':
    'Yr hyn y mae’r gyfraith fewnfudo yn ei ofyn gan bwy bynnag sy’n cyflogi neu’n gosod (GDPR y DU, Erthygl 6(1)(c))',
  'Criminal offences: UK GDPR Art. 10 and Data Protection Act 2018, Schedule 1, {condition}':
    'Troseddau: GDPR y DU, Erthygl 10, a Deddf Diogelu Data 2018, Atodlen 1, {condition}',
  'Health: UK GDPR Art. 9(2)(b) and Data Protection Act 2018, Schedule 1, paragraph 1 (employment)':
    'Iechyd: GDPR y DU, Erthygl 9(2)(b), a Deddf Diogelu Data 2018, Atodlen 1, paragraff 1 (cyflogaeth)',
  'paragraph 1 (employment)': 'paragraff 1 (cyflogaeth)',
  'Data protection: {contact}': 'Diogelu data: {contact}',
  'Which law allows it, and who receives your data': 'Pa gyfraith sy’n ei ganiatáu, a phwy sy’n cael eich data',
  '[Which law allows it, and who receives your data]': '[Pa gyfraith sy’n ei ganiatáu, a phwy sy’n cael eich data]',
  'Goes to: {recipients}.': 'Yn mynd at: {recipients}.',
  'They receive only what they need to find and answer about you. The companies that send our mails and run our computers also hold data, only on our instructions.':
    'Dim ond yr hyn sydd ei angen arnynt i ddod o hyd i chi ac i ateb amdanoch y maent yn ei gael. Mae’r cwmnïau sy’n anfon ein negeseuon ac yn rhedeg ein cyfrifiaduron hefyd yn dal data, ar ein cyfarwyddyd ni yn unig.',
  'Your data also go to authorities, registers or agencies in: {countries}. By UK adequacy regulations the law there protects them as well (UK GDPR Art. 45).':
    'Mae eich data hefyd yn mynd at awdurdodau, cofrestri neu asiantaethau yn y gwledydd hyn: {countries}. Yn ôl rheoliadau digonolrwydd y DU, mae’r gyfraith yno yn eu diogelu cystal (GDPR y DU, Erthygl 45).',
  'Your data also go to authorities, registers or agencies in: {countries}. The law there may not protect them as well as here: they may be used for other purposes and kept longer, and you may not be able to enforce your rights there. They go only if you agree (UK GDPR Art. 49(1)(a)).':
    'Mae eich data hefyd yn mynd at awdurdodau, cofrestri neu asiantaethau yn y gwledydd hyn: {countries}. Efallai nad yw’r gyfraith yno yn eu diogelu cystal ag yma: gellir eu defnyddio at ddibenion eraill a’u cadw’n hirach, ac efallai na allwch orfodi eich hawliau yno. Dim ond os cytunwch y maent yn mynd (GDPR y DU, Erthygl 49(1)(a)).',
  'Other companies outside the United Kingdom get data only where the law there protects them as well, or under a contract that the Information Commissioner has approved.':
    'Dim ond lle mae’r gyfraith yno yn eu diogelu cystal, neu o dan gontract a gymeradwywyd gan y Comisiynydd Gwybodaeth, y mae cwmnïau eraill y tu allan i’r Deyrnas Unedig yn cael data.',
  'Companies outside the United Kingdom get data only where the law there protects them as well, or under a contract that the Information Commissioner has approved.':
    'Dim ond lle mae’r gyfraith yno yn eu diogelu cystal, neu o dan gontract a gymeradwywyd gan y Comisiynydd Gwybodaeth, y mae cwmnïau y tu allan i’r Deyrnas Unedig yn cael data.',
  'We ask you to agree so that you know what is done before it is done. If you do not agree, the check does not go on; but what allows the use of your data is the law named here, not your consent alone.':
    'Rydym yn gofyn i chi gytuno fel eich bod yn gwybod beth a wneir cyn ei wneud. Os na chytunwch, nid yw’r gwiriad yn mynd yn ei flaen; ond y gyfraith a enwir yma, nid eich cydsyniad yn unig, sy’n caniatáu defnyddio eich data.',
  'People at {account} decide what the results mean for you: no decision about you is made by a machine alone.':
    'Pobl sy’n penderfynu beth mae’r canlyniadau yn ei olygu i chi, yn y sefydliad {account}: ni wneir unrhyw benderfyniad amdanoch gan beiriant yn unig.',
  'To see them, ask {account}, or [ask us for a copy of your data]: it costs nothing.':
    'I’w gweld, gofynnwch i {account}, neu [gofynnwch i ni am gopi o’ch data]: mae am ddim.',
  'You have not seen the results here. To see what they say first, [ask for a copy of your data].':
    'Nid ydych wedi gweld y canlyniadau yma. I weld beth maent yn ei ddweud yn gyntaf, [gofynnwch am gopi o’ch data].',
  'Your request': 'Eich cais',
  'What we wrote to you': 'Yr hyn a ysgrifennom atoch',
  'What you mean': 'Yr hyn rydych yn ei olygu',
  'What you want to add': 'Yr hyn yr hoffech ei ychwanegu',
  'Write what you want to add': 'Ysgrifennwch yr hyn yr hoffech ei ychwanegu',
  'Take it back': 'Ei dynnu’n ôl',
  'Take the request back': 'Tynnu’r cais yn ôl',
  'We then do nothing more about it, and email you that you took it back. You can ask again.':
    'Ni fyddwn wedyn yn gwneud dim mwy yn ei gylch, a byddwn yn anfon e-bost atoch i ddweud eich bod wedi’i dynnu’n ôl. Gallwch ofyn eto.',
  'Add something, or take it back': 'Ychwanegu rhywbeth, neu ei dynnu’n ôl',
  'What you added stands with your request.': 'Mae’r hyn a ychwanegoch gyda’ch cais.',
  'You have taken your request back.': 'Rydych wedi tynnu eich cais yn ôl.',
  'Taken back on {when}.': 'Tynnwyd yn ôl ar {when}.',
} as const;
