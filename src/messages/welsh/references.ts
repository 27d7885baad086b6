// The Welsh of the mails and pages of referees.
export const references = {
  // The mails.
  'Hello,': 'Helô,',
  '{account} asks you for a reference': 'Mae {account} yn gofyn i chi am eirda',
  'Reminder: {account} asks you for a reference': 'Nodyn atgoffa: mae {account} yn gofyn i chi am eirda',
  '{account} asks you for {count} references': 'Mae {account} yn gofyn i chi am eirdaon: {count}',
  'Reminder: {account} asks you for {count} references':
    'Nodyn atgoffa: mae {account} yn gofyn i chi am eirdaon: {count}',
  'We wrote to you a few days ago and have no answers yet.':
    'Ysgrifennom atoch ychydig ddyddiau yn ôl, ac nid ydym wedi cael atebion eto.',
  '{account} asks you for {count} references, as part of background checks. We carry out the checks for {account}.':
    'Mae {account} yn gofyn i chi am eirdaon ({count}), fel rhan o wiriadau cefndir. Rydym yn cynnal y gwiriadau ar gyfer {account}.',
  'Each has its own link, whose page says whom it is about. Every answer is saved, and you can stop and come back:':
    'Mae gan bob un ei ddolen ei hun, ac mae’r dudalen yn dweud pwy sydd dan sylw. Caiff pob ateb ei gadw, a gallwch stopio a dod yn ôl:',
  'We wrote to you about it a few days ago.': 'Ysgrifennom atoch amdano ychydig ddyddiau yn ôl.',
  'Give the reference on {initials}': 'Rhoi’r geirda ynghylch {initials}',
  'When you use a link of this email, an earlier one to the same reference stops working.':
    'Pan fyddwch yn defnyddio dolen o’r e-bost hwn, bydd un flaenorol i’r un geirda yn peidio â gweithio.',
  'When you open a link we send a code to this address, so that only you can answer. From its pages you go on to the other references without another code. You need no account.':
    'Pan fyddwch yn agor dolen byddwn yn anfon cod i’r cyfeiriad hwn, fel mai dim ond chi sy’n gallu ateb. O’r tudalennau hynny cewch fynd ymlaen at y geirdaon eraill heb god arall. Nid oes angen cyfrif arnoch.',
  'If you cannot give one of them, its page lets you say so. Please do not forward this email: the codes come to this address alone.':
    'Os na allwch roi un ohonynt, cewch ddweud hynny ar y dudalen. Peidiwch ag anfon yr e-bost hwn ymlaen: i’r cyfeiriad hwn yn unig y daw’r codau.',
  'A fresh link to the reference for {account}': 'Dolen newydd i’r geirda ar gyfer {account}',
  'We have your reference for {account}': 'Rydym wedi cael eich geirda ar gyfer {account}',
  'We have your corrected reference for {account}': 'Rydym wedi cael eich geirda wedi’i gywiro ar gyfer {account}',
  'who then had the name {name}': 'a oedd â’r enw {name} bryd hynny',
  'at {place}': 'gyda’r sefydliad {place}',
  'at {place} through {agency}': 'gyda’r sefydliad {place}, drwy’r asiantaeth {agency}',
  'from {day}': 'ers {day}',
  'until {day}': 'daeth i ben: {day}',
  'awarded {day}': 'dyfarnwyd: {day}',
  'There are about {questions} questions, which take about {minutes} minutes. Every answer is saved, and you can stop and come back:':
    'Mae tua {questions} o gwestiynau, sy’n cymryd tua {minutes} munud. Caiff pob ateb ei gadw, a gallwch stopio a dod yn ôl:',
  'Every answer is saved, and you can stop and come back:': 'Caiff pob ateb ei gadw, a gallwch stopio a dod yn ôl:',
  'We wrote to you a few days ago and have no answer yet.':
    'Ysgrifennom atoch ychydig ddyddiau yn ôl, ac nid ydym wedi cael ateb eto.',
  '{account} asks you for {what}, as part of a background check. We carry out the check for {account}.':
    'Mae {account} yn gofyn i chi roi {what}, fel rhan o wiriad cefndir. Rydym yn cynnal y gwiriad ar gyfer {account}.',
  'It is about {which} with your organisation.': 'Mae’n ymwneud â’r cyfnod cyflogaeth hwn gyda’ch sefydliad: {which}.',
  'the earlier of two employments': 'y cyntaf o ddau',
  'the later of two employments': 'yr ail o ddau',
  'the first of 3 employments': 'y cyntaf o dri',
  'the second of 3 employments': 'yr ail o dri',
  'the last of 3 employments': 'yr olaf o dri',
  'the first of 4 employments': 'y cyntaf o bedwar',
  'the second of 4 employments': 'yr ail o bedwar',
  'the third of 4 employments': 'y trydydd o bedwar',
  'the last of 4 employments': 'yr olaf o bedwar',
  'the first of 5 employments': 'y cyntaf o bump',
  'the second of 5 employments': 'yr ail o bump',
  'the third of 5 employments': 'y trydydd o bump',
  'the fourth of 5 employments': 'y pedwerydd o bump',
  'the last of 5 employments': 'yr olaf o bump',
  'An answer by {day} helps us to finish the check in time.':
    'Bydd ateb erbyn {day} yn ein helpu i orffen y gwiriad mewn pryd.',
  'Give the reference': 'Rhoi’r geirda',
  'When you use this link, the earlier one stops working.':
    'Pan fyddwch yn defnyddio’r ddolen hon, bydd yr un flaenorol yn peidio â gweithio.',
  'When you open it we send a code to this address, so that only you can answer. You need no account.':
    'Pan fyddwch yn ei hagor byddwn yn anfon cod i’r cyfeiriad hwn, fel mai dim ond chi sy’n gallu ateb. Nid oes angen cyfrif arnoch.',
  'If you cannot give a reference, somebody else should, or your policy is to confirm dates and role only, the page lets you say so. Please do not forward this email: the code comes to this address alone.':
    'Os na allwch roi geirda, os dylai rhywun arall wneud hynny, neu os mai eich polisi yw cadarnhau dyddiadau a rôl yn unig, cewch ddweud hynny ar y dudalen. Peidiwch ag anfon yr e-bost hwn ymlaen: i’r cyfeiriad hwn yn unig y daw’r cod.',
  'If you cannot give a reference, or somebody else should, the page lets you say so. Please do not forward this email: the code comes to this address alone.':
    'Os na allwch roi geirda, neu os dylai rhywun arall wneud hynny, cewch ddweud hynny ar y dudalen. Peidiwch ag anfon yr e-bost hwn ymlaen: i’r cyfeiriad hwn yn unig y daw’r cod.',
  'With this link you can read the reference on {name} that you sent for {account}.':
    'Gyda’r ddolen hon gallwch ddarllen y geirda ynghylch {name} a anfonoch ar gyfer {account}.',
  'Thank you. On {day} we received your reference on {name} for {account}.':
    'Diolch. Ar {day} cawsom eich geirda ynghylch {name} ar gyfer {account}.',
  'Thank you. On {day} we received your corrected reference on {name} for {account}.':
    'Diolch. Ar {day} cawsom eich geirda wedi’i gywiro ynghylch {name} ar gyfer {account}.',
  'With your link you can read it, keep a copy of it, and tell us if you made a mistake:':
    'Gyda’ch dolen gallwch ei ddarllen, cadw copi ohono, a dweud wrthym os gwnaethoch gamgymeriad:',
  'See what you sent': 'Gweld yr hyn a anfonoch',
  'If you did not send a reference, please tell {account}.': 'Os nad anfonoch eirda, dywedwch wrth {account}.',
  'The reference for {account} is no longer needed': 'Nid oes angen y geirda ar gyfer {account} mwyach',
  'We asked you for a reference on {name}, for {account}. It is no longer needed, and you need do nothing. The link in our earlier emails takes no more answers.':
    'Gofynnom i chi am eirda ynghylch {name}, ar gyfer {account}. Nid oes ei angen mwyach, ac nid oes raid i chi wneud dim. Nid yw’r ddolen yn ein negeseuon e-bost blaenorol yn derbyn mwy o atebion.',
  'Your code for the reference that {account} asked for is {code}.':
    'Eich cod ar gyfer y geirda y gofynnodd {account} amdano yw {code}.',

  // The first page.
  'Our email says whom it is about. {account} is checking the background of this person, as employers and landlords do before they decide, and we carry out the check for {account}.':
    'Mae ein he-bost yn dweud am bwy y mae. Mae {account} yn gwirio cefndir y person hwn, fel y mae cyflogwyr a landlordiaid yn ei wneud cyn penderfynu, ac rydym ni’n cynnal y gwiriad ar gyfer {account}.',
  'There are about {questions} questions, which take about *{minutes} minutes*. Every answer is saved, so you can stop and continue later, also on another device. You need no account.':
    'Mae tua {questions} o gwestiynau, sy’n cymryd tua *{minutes} munud*. Caiff pob ateb ei gadw, felly gallwch stopio a pharhau yn nes ymlaen, ar ddyfais arall hefyd. Nid oes angen cyfrif arnoch.',
  '{account} sees your answers. The candidate may ask for a copy; by law a reference that was given in confidence need not be shown. [How they are used]':
    'Bydd {account} yn gweld eich atebion. Caiff yr ymgeisydd ofyn am gopi; yn ôl y gyfraith nid oes raid dangos geirda a roddwyd yn gyfrinachol. [Sut y cânt eu defnyddio]',
  'You can decline, name somebody else, or confirm dates and role only if that is your policy.':
    'Gallwch wrthod, enwi rhywun arall, neu gadarnhau dyddiadau a rôl yn unig os mai dyna eich polisi.',
  'You can decline, or name somebody else.': 'Gallwch wrthod, neu enwi rhywun arall.',
  'First we email you a code, so that only you can answer. Somebody else should answer? Please do not forward our email: the code goes to the address to which we wrote. Continue, and say who should be asked.':
    'Yn gyntaf byddwn yn anfon cod atoch drwy e-bost, fel mai dim ond chi sy’n gallu ateb. A ddylai rhywun arall ateb? Peidiwch ag anfon ein he-bost ymlaen: mae’r cod yn mynd i’r cyfeiriad yr ysgrifennom ato. Ewch yn eich blaen, a dywedwch i bwy y dylid gofyn.',

  // Whether they can.
  'Can you give this reference?': 'A allwch roi’r geirda hwn?',
  'Select whether you can give it': 'Dewiswch a allwch ei roi',
  '{account} asks you for {what} *{name}*.': 'Mae {account} yn gofyn i chi roi {what} *{name}*.',
  '{account} asks you for {what} *{name}* at {place}.':
    'Mae {account} yn gofyn i chi roi {what} *{name}* gyda’r sefydliad {place}.',
  'It is about *{which}* with your organisation.':
    'Mae’n ymwneud â’r cyfnod cyflogaeth hwn gyda’ch sefydliad: *{which}*.',
  '{name} at {place}': '{name}, {place}',
  'See what {name} agreed to': 'Gweld yr hyn y cytunodd {name} iddo',
  'Yes, but our policy is to confirm dates and role only':
    'Gallaf, ond ein polisi yw cadarnhau dyddiadau a rôl yn unig',
  'Yes, our letter says it all': 'Gallaf, mae ein llythyr yn dweud y cyfan',
  'You add the letter. After it only dates and role are asked.':
    'Byddwch yn ychwanegu’r llythyr. Ar ôl hynny dim ond dyddiadau a rôl a ofynnir.',
  'Somebody else should answer': 'Dylai rhywun arall ateb',
  'The next page asks who.': 'Bydd y dudalen nesaf yn gofyn pwy.',
  'The next page asks why. Nothing is sent before you confirm it there.':
    'Bydd y dudalen nesaf yn gofyn pam. Ni chaiff dim ei anfon cyn i chi ei gadarnhau yno.',
  'Say only what you know. You can change every answer until you send them.':
    'Dywedwch yr hyn a wyddoch yn unig. Gallwch newid pob ateb nes i chi eu hanfon.',
  'Stop now and come back later': 'Stopio nawr a dod yn ôl yn nes ymlaen',
  'Complain, or ask about your own data': 'Cwyno, neu ofyn am eich data eich hun',

  // Whom it is about.
  'Who {name} is': 'Pwy yw {name}',
  'Name at that time': 'Enw bryd hynny',
  'Date of birth': 'Dyddiad geni',
  'Worked through': 'Gweithio drwy',
  Course: 'Cwrs',
  Dates: 'Dyddiadau',
  'Job that they are checked for': 'Y swydd y cânt eu gwirio ar ei chyfer',
  'What the candidate agreed to': 'Yr hyn y cytunodd yr ymgeisydd iddo',
  '{name} agreed to this, with the form in which they also named the employers, schools and people to ask.':
    'Cytunodd {name} i hyn, gyda’r ffurflen a enwodd hefyd y cyflogwyr, yr ysgolion a’r bobl i’w holi.',
  '{name} read this and agreed to it on {when}, in the form in which they also named the employers, schools and people to ask. They signed in to it by a code that was sent to their own email address.':
    'Darllenodd {name} hwn a chytuno iddo {when}, yn y ffurflen a enwodd hefyd y cyflogwyr, yr ysgolion a’r bobl i’w holi. Agorwyd y ffurflen â chod a anfonwyd i gyfeiriad e-bost yr ymgeisydd.',
  'What they read about those who are asked': 'Yr hyn a ddarllenwyd am y rhai a holir',
  'What they agreed to': 'Yr hyn y cytunwyd iddo',
  'You can print this page, or save it, for your own records.':
    'Gallwch argraffu’r dudalen hon, neu ei chadw, ar gyfer eich cofnodion eich hun.',
  '{account} entered the details of {name}, and keeps the agreement that they gave. Please ask {account} if you need to see it.':
    '{account} a roddodd fanylion {name}, ac sy’n cadw’r cytundeb a roddwyd. Gofynnwch i {account} os oes angen i chi ei weld.',

  // The questions, and the answers before they are sent.
  '{number} of {count}': '{number} o {count}',
  'Correct your answers': 'Cywiro eich atebion',
  'The file goes once you send the correction.': 'Caiff y ffeil ei thynnu pan fyddwch yn anfon y cywiriad.',
  'The file is removed.': 'Mae’r ffeil wedi’i thynnu.',
  'Your file is saved. It is sent with your correction.':
    'Mae eich ffeil wedi’i chadw. Caiff ei hanfon gyda’ch cywiriad.',
  'Your file is saved. It is sent with your reference.': 'Mae eich ffeil wedi’i chadw. Caiff ei hanfon gyda’ch geirda.',
  'You confirm dates and role only, by your policy.':
    'Rydych yn cadarnhau dyddiadau a rôl yn unig, yn unol â’ch polisi.',
  'Your letter says the rest.': 'Mae eich llythyr yn dweud y gweddill.',
  'Change this': 'Newid hyn',
  Letter: 'Llythyr',
  Files: 'Ffeiliau',
  'You have added none.': 'Nid ydych wedi ychwanegu un.',
  'Add a letter': 'Ychwanegu llythyr',
  'Add another letter': 'Ychwanegu llythyr arall',
  'Add your letter first. Then we ask for dates and role, so that both are read in the same way.':
    'Ychwanegwch eich llythyr yn gyntaf. Wedyn byddwn yn gofyn am ddyddiadau a rôl, fel bod y ddau’n cael eu darllen yn yr un ffordd.',
  'Only if you want to add something to your answers, such as a letter or a form of your own.':
    'Dim ond os ydych am ychwanegu rhywbeth at eich atebion, megis llythyr neu ffurflen eich hun.',
  'Add file': 'Ychwanegu ffeil',
  'Now send your reference': 'Nawr anfonwch eich geirda',
  'Now send your correction': 'Nawr anfonwch eich cywiriad',
  'You get an email with a link to what you sent. Until a result rests on it you can still correct it.':
    'Cewch e-bost gyda dolen i’r hyn a anfonoch. Gallwch ei gywiro o hyd nes bod canlyniad yn dibynnu arno.',
  'The version that you sent before is kept beside it.': 'Caiff y fersiwn a anfonoch o’r blaen ei chadw wrth ei ochr.',
  'I give it in good faith, and my answers are true as far as I know.':
    'Rwyf yn ei roi yn ddidwyll, ac mae fy atebion yn wir hyd y gwn i.',
  'Tick the box if your answers are true, as far as you know':
    'Ticiwch y blwch os yw eich atebion yn wir, hyd y gwyddoch',
  'Send the reference': 'Anfon y geirda',
  'Send the correction': 'Anfon y cywiriad',
  'Leave it as I sent it': 'Ei adael fel yr anfonais ef',

  // What was sent, and a mistake in it.
  'Your reference': 'Eich geirda',
  'On {name}': 'Ynghylch {name}',
  'On {name} at {place}': 'Ynghylch {name}, {place}',
  'Your reference has been sent': 'Mae eich geirda wedi’i anfon',
  'Thank you. {account} gets it with the results of the check. There is nothing more for you to do.':
    'Diolch. Bydd {account} yn ei gael gyda chanlyniadau’r gwiriad. Nid oes dim mwy i chi ei wneud.',
  'We may call you to confirm that it came from you.':
    'Efallai y byddwn yn eich ffonio i gadarnhau mai gennych chi y daeth.',
  'With this link you can read what you sent, keep a copy, and say if you made a mistake.':
    'Gyda’r ddolen hon gallwch ddarllen yr hyn a anfonoch, cadw copi, a dweud os gwnaethoch gamgymeriad.',
  'We have your message. If we have a question, we write to you or call you.':
    'Rydym wedi cael eich neges. Os bydd gennym gwestiwn, byddwn yn ysgrifennu atoch neu’n eich ffonio.',
  'Thank you. We received it on {when}.': 'Diolch. Fe’i cawsom {when}.',
  'Thank you. We received it on {first}, and your correction on {when}.':
    'Diolch. Fe’i cawsom {first}, a’ch cywiriad {when}.',
  '{account} gets it with the results of the check. There is nothing more for you to do, though we may call you to confirm that it came from you.':
    'Bydd {account} yn ei gael gyda chanlyniadau’r gwiriad. Nid oes dim mwy i chi ei wneud, ond efallai y byddwn yn eich ffonio i gadarnhau mai gennych chi y daeth.',
  'Keep a copy (PDF)': 'Cadw copi (PDF)',
  'I made a mistake': 'Rwyf wedi gwneud camgymeriad',
  'Continue with your correction, which is not sent': 'Parhau â’ch cywiriad, nad yw wedi’i anfon',
  'You can change your answers and send them again. The people who do the check see both versions, and use the newer one.':
    'Gallwch newid eich atebion a’u hanfon eto. Bydd y bobl sy’n gwneud y gwiriad yn gweld y ddwy fersiwn, ac yn defnyddio’r un fwy newydd.',
  'What you sent stays as it is until you send the correction.':
    'Mae’r hyn a anfonoch yn aros fel y mae nes i chi anfon y cywiriad.',
  'A result rests on your reference already, so it cannot be changed here. Tell us what is wrong, and what is right: we look at it, and correct the result if it was wrong.':
    'Mae canlyniad eisoes yn dibynnu ar eich geirda, felly ni ellir ei newid yma. Dywedwch wrthym beth sydd o’i le, a beth sy’n gywir: byddwn yn edrych arno, ac yn cywiro’r canlyniad os oedd yn anghywir.',
  'Change your answers': 'Newid eich atebion',
  'What is wrong?': 'Beth sydd o’i le?',
  'Or withdraw your reference altogether': 'Neu tynnwch eich geirda yn ôl yn llwyr',
  'Your answers and letters are deleted, and the people who do the check read why.':
    'Caiff eich atebion a’ch llythyrau eu dileu, a bydd y bobl sy’n gwneud y gwiriad yn darllen pam.',
  'It is not about a person I know': 'Nid yw’n ymwneud â pherson rwy’n ei adnabod',
  'I answered about somebody else': 'Atebais am rywun arall',
  'Choose why you withdraw it': 'Dewiswch pam rydych yn ei dynnu’n ôl',
  'Withdraw the reference': 'Tynnu’r geirda yn ôl',
  'Withdrawn after it was sent.': 'Tynnwyd yn ôl ar ôl ei anfon.',

  // Declining, or naming somebody else.
  'Why can you not give this reference?': 'Pam na allwch roi’r geirda hwn?',
  'Only the people who do the check see your reason.':
    'Dim ond y bobl sy’n gwneud y gwiriad fydd yn gweld eich rheswm.',
  'I do not know this person, or not well enough':
    'Nid wyf yn adnabod y person hwn, neu nid wyf yn ei adnabod yn ddigon da',
  'We have no records of them': 'Nid oes gennym gofnodion ohonynt',
  'I have left that employer': 'Rwyf wedi gadael y cyflogwr hwnnw',
  'Nobody told me of this': 'Ni ddywedodd neb wrthyf am hyn',
  'We give no references, by our policy': 'Nid ydym yn rhoi geirdaon, yn unol â’n polisi',
  'Select why you cannot give this reference': 'Dewiswch pam na allwch roi’r geirda hwn',
  'Anything to add? (optional)': 'Unrhyw beth i’w ychwanegu? (dewisol)',
  'If somebody else should be asked, say who, and how we reach them.':
    'Os dylid gofyn i rywun arall, dywedwch pwy, a sut i gysylltu â nhw.',
  'Decline to give a reference': 'Gwrthod rhoi geirda',
  'Must be 1000 characters or fewer': 'Rhaid i hwn fod yn 1000 nod neu lai',
  'Must be 250 characters or fewer': 'Rhaid i hwn fod yn 250 nod neu lai',
  'Who should answer?': 'Pwy ddylai ateb?',
  'We look at it first, and then write to them ourselves. Only the people who do the check see what you enter. You do not give a reference yourself then, and your link ends.':
    'Byddwn yn edrych arno yn gyntaf, ac yna’n ysgrifennu atynt ein hunain. Dim ond y bobl sy’n gwneud y gwiriad fydd yn gweld yr hyn a roddwch. Ni fyddwch chi’n rhoi geirda wedyn, a bydd eich dolen yn dod i ben.',
  'Name or department': 'Enw neu adran',
  'Organisation (optional)': 'Sefydliad (dewisol)',
  'Email address (optional)': 'Cyfeiriad e-bost (dewisol)',
  'Where we reach them at work.': 'Lle gallwn gysylltu â nhw yn y gwaith.',
  'Please do not forward our email: the code to answer goes to your address alone.':
    'Peidiwch ag anfon ein he-bost ymlaen: i’ch cyfeiriad chi yn unig y mae’r cod i ateb yn mynd.',
  'Enter the name of the referee or of the organisation': 'Rhowch enw’r canolwr neu’r sefydliad',
  'Enter an email address in the correct form, such as name@example.com':
    'Rhowch gyfeiriad e-bost yn y ffurf gywir, megis name@example.com',

  // Nothing more is asked.
  'You give no reference': 'Nid ydych yn rhoi geirda',
  'Thank you for telling us. There is nothing more for you to do. You can close this page.':
    'Diolch am ddweud wrthym. Nid oes dim mwy i chi ei wneud. Gallwch gau’r dudalen hon.',
  'I can give a reference after all': 'Gallaf roi geirda wedi’r cyfan',
  'Change your mind, or ask about your own data': 'Newid eich meddwl, neu ofyn am eich data eich hun',
  'Ask about your own data': 'Gofyn am eich data eich hun',
  'First we email you a code, so that only you can do so.':
    'Yn gyntaf byddwn yn anfon cod atoch drwy e-bost, fel mai dim ond chi sy’n gallu gwneud hynny.',
  'There is a newer link, and it was sent or used since. Please open the one in our newest email.':
    'Mae dolen fwy newydd, a chafodd ei hanfon neu ei defnyddio ers hynny. Agorwch yr un yn ein he-bost diweddaraf.',
  'This reference is no longer needed': 'Nid oes angen y geirda hwn mwyach',
  'There is nothing for you to do. If you did not expect this, please ask {account}.':
    'Nid oes dim i chi ei wneud. Os nad oeddech yn disgwyl hyn, gofynnwch i {account}.',
  'Get a fresh link by email, if a reference waits for you':
    'Cael dolen newydd drwy e-bost, os oes geirda yn aros amdanoch',
  'Get the link to a reference again': 'Cael y ddolen i eirda eto',
  'Enter the email address to which we wrote. We send a fresh link to it for each reference that waits for you, or that you have given.':
    'Rhowch y cyfeiriad e-bost yr ysgrifennom ato. Byddwn yn anfon dolen newydd iddo ar gyfer pob geirda sy’n aros amdanoch, neu rydych wedi’i roi.',
  'If we have asked this address for a reference, we send a fresh link to it within some minutes. Look in your spam folder, too.':
    'Os ydym wedi gofyn i’r cyfeiriad hwn am eirda, byddwn yn anfon dolen newydd iddo o fewn ychydig funudau. Edrychwch yn eich ffolder sbam hefyd.',
  'If no mail comes, we may have written to another address of yours, or the reference is no longer needed. Ask the person whom it is about, or the organisation that they apply to.':
    'Os nad oes e-bost yn cyrraedd, efallai ein bod wedi ysgrifennu i gyfeiriad arall sydd gennych, neu nad oes angen y geirda mwyach. Gofynnwch i’r person y mae’n ymwneud ag ef, neu i’r sefydliad y mae’n gwneud cais iddo.',
  'Is the background check about you? [Get the link to your own background check]':
    'Ai amdanoch chi y mae’r gwiriad cefndir? [Cael y ddolen i’ch gwiriad cefndir eich hun]',

  // Complaints, privacy and help.
  'We have received it, and answer you by email.': 'Rydym wedi ei gael, a byddwn yn eich ateb drwy e-bost.',
  'We answer within a month. What you wrote about the candidate stays with their check: say here if something in it is wrong.':
    'Byddwn yn ateb o fewn mis. Mae’r hyn a ysgrifennoch am yr ymgeisydd yn aros gyda’i wiriad: dywedwch yma os oes rhywbeth ynddo o’i le.',
  'What do you ask for?': 'Am beth rydych yn gofyn?',
  'To complain': 'Gwneud cwyn',
  'For a copy of what you keep about me': 'Copi o’r hyn rydych yn ei gadw amdanaf',
  'To have my own details corrected': 'Cywiro fy manylion fy hun',
  'To have my own details erased': 'Dileu fy manylion fy hun',
  'Not to be written to again': 'Peidio ag ysgrifennu ataf eto',
  'Choose what you ask for': 'Dewiswch am beth rydych yn gofyn',
  'What is it about?': 'Beth yw’r pwnc?',
  'Write what it is about': 'Ysgrifennwch beth yw’r pwnc',
  'If you do not agree with the answer, you may complain to the [Information Commissioner’s Office].':
    'Os nad ydych yn cytuno â’r ateb, cewch gwyno i [Swyddfa’r Comisiynydd Gwybodaeth].',
  'Your name, your email address and your role are used to ask you, and your answers to compare them with what the candidate said. {account} sees your answers. The candidate may ask for a copy; by law a reference that was given in confidence need not be shown (Data Protection Act 2018, Schedule 2, paragraph 24).':
    'Defnyddir eich enw, eich cyfeiriad e-bost a’ch rôl i ofyn i chi, a’ch atebion i’w cymharu â’r hyn a ddywedodd yr ymgeisydd. Bydd {account} yn gweld eich atebion. Caiff yr ymgeisydd ofyn am gopi; yn ôl y gyfraith nid oes raid dangos geirda a roddwyd yn gyfrinachol (Deddf Diogelu Data 2018, Atodlen 2, paragraff 24).',
  'You do not want to answer': 'Nid ydych am ateb',
  'You can decline on the page after the code.': 'Gallwch wrthod ar y dudalen ar ôl y cod.',
  'We have several messages already and are dealing with them': 'Mae gennym sawl neges eisoes ac rydym yn delio â nhw',

  // Other references that wait for the same referee.
  'Another reference waits for you': 'Mae geirda arall yn aros amdanoch',
  'Other references that wait for you: {count}': 'Geirdaon eraill sy’n aros amdanoch: {count}',
  '{account} asks you for it, too. You need no other code.':
    'Mae {account} yn gofyn i chi amdano hefyd. Nid oes angen cod arall arnoch.',
  '{account} asks you for them, too. You need no other code.':
    'Mae {account} yn gofyn i chi amdanynt hefyd. Nid oes angen cod arall arnoch.',
  'What you have begun here is saved.': 'Mae’r hyn a ddechreuoch yma wedi’i gadw.',
  '{name}, order {order}': '{name}, archeb {order}',

  // Who asks for a regulatory reference, and its update.
  'The request': 'Y cais',
  'Who {name} is, and who asks': 'Pwy yw {name}, a phwy sy’n gofyn',
  'Firm that asks': 'Y cwmni sy’n gofyn',
  '{firm}, firm reference number {number}': '{firm}, rhif cyfeirnod y cwmni {number}',
  'Day of the request': 'Diwrnod y cais',
  'Send an update': 'Anfon diweddariad',
  'What has your firm learned since, that would change an answer of the reference? {account} is told at once that there is an update, and gets it with the corrected result.':
    'Beth y mae eich cwmni wedi’i ddysgu ers hynny a fyddai’n newid ateb yn y geirda? Caiff {account} wybod ar unwaith fod diweddariad, ac mae’n ei gael gyda’r canlyniad wedi’i gywiro.',
  'What became known, when, and which answer it changes': 'Beth a ddaeth yn hysbys, pryd, a pha ateb y mae’n ei newid',
} as const;
