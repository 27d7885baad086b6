// The Welsh of the mails and text messages to candidates.
export const mails = {
  'Dear {name},': 'Annwyl {name},',
  'To reach {account}, write to {email}.': 'I gysylltu â’r sefydliad {account}, ysgrifennwch at {email}.',
  'To reach {account}, call {telephone}.': 'I gysylltu â’r sefydliad {account}, ffoniwch {telephone}.',
  'To reach {account}, write to {email}, or call {telephone}.':
    'I gysylltu â’r sefydliad {account}, ysgrifennwch at {email}, neu ffoniwch {telephone}.',
  'If you do not expect this, please ask {account} before you go on.':
    'Os nad oeddech yn disgwyl hyn, gofynnwch i {account} cyn mynd yn eich blaen.',
  'If you have questions, please ask {account}.': 'Os oes gennych gwestiynau, gofynnwch i {account}.',

  // The invitation.
  '{account} asks you to bring your background check up to date':
    'Mae {account} yn gofyn i chi ddiweddaru eich gwiriad cefndir',
  '{account} asks you to complete a background check': 'Mae {account} yn gofyn i chi gwblhau gwiriad cefndir',
  'We have carried out a background check on you for {account} before. They now ask us to check again: {reports}.':
    'Rydym wedi cynnal gwiriad cefndir arnoch ar gyfer {account} o’r blaen. Maent nawr yn gofyn i ni wirio eto: {reports}.',
  '{account} has asked us to carry out a background check on you: {reports}.':
    'Mae {account} wedi gofyn i ni gynnal gwiriad cefndir arnoch: {reports}.',
  '{account} writes to you:': 'Mae {account} yn ysgrifennu atoch:',
  'What you answered before is filled in already. Please look it through, and change what is no longer right. Every answer is saved, and you can stop and come back at any time.':
    'Mae’r atebion a roesoch o’r blaen wedi’u llenwi’n barod. Darllenwch drwyddynt, a newidiwch unrhyw beth nad yw’n gywir erbyn hyn. Caiff pob ateb ei gadw, a gallwch stopio a dod yn ôl ar unrhyw adeg.',
  'Please fill in the online form.': 'Llenwch y ffurflen ar-lein.',
  'It takes about {minutes} minutes{entries}.': 'Mae’n cymryd tua {minutes} munud{entries}.',
  'Every answer is saved, and you can stop and come back at any time.':
    'Caiff pob ateb ei gadw, a gallwch stopio a dod yn ôl ar unrhyw adeg.',
  'Have at hand: {things}.': 'Cadwch y rhain wrth law: {things}.',
  'The form:': 'Y ffurflen:',
  'Please submit the form by {day}:': 'Cyflwynwch y ffurflen erbyn {day}:',
  'Open your form': 'Agor eich ffurflen',
  'The link keeps working until the check is finished. When you open it we send a code to this address, so that only you can see and give your details.':
    'Bydd y ddolen yn gweithio nes i’r gwiriad ddod i ben. Pan fyddwch yn ei hagor byddwn yn anfon cod i’r cyfeiriad hwn, fel mai dim ond chi sy’n gallu gweld a rhoi eich manylion.',

  // The code and the link.
  '{code} is your code': '{code} yw eich cod',
  'Your code for the background check that {account} asked for is {code}.':
    'Eich cod ar gyfer y gwiriad cefndir y gofynnodd {account} amdano yw {code}.',
  'It works for {minutes} minutes. We will never ask you for it by telephone or email.':
    'Mae’n gweithio am {minutes} munud. Ni fyddwn byth yn gofyn i chi amdano dros y ffôn na thrwy e-bost.',
  'If you did not ask for a code, you need do nothing.': 'Os na ofynnoch am god, nid oes raid i chi wneud dim.',
  'A fresh link to your form': 'Dolen newydd i’ch ffurflen',
  'A fresh link to your background check': 'Dolen newydd i’ch gwiriad cefndir',
  'You asked for your link again. If it was not you, you need do nothing: the earlier link still works.':
    'Gofynnoch am eich dolen eto. Os nad chi oedd hynny, nid oes raid i chi wneud dim: mae’r ddolen flaenorol yn gweithio o hyd.',
  'Too many codes were asked for, or typed in, at your link today. With this fresh link you can go on. If it was not you, nobody has seen what you gave.':
    'Gofynnwyd am ormod o godau, neu teipiwyd gormod ohonynt, wrth eich dolen heddiw. Gyda’r ddolen newydd hon gallwch barhau. Os nad chi oedd hynny, nid oes neb wedi gweld yr hyn a roesoch.',
  'Your email address for this check is now this one.': 'Hwn bellach yw eich cyfeiriad e-bost ar gyfer y gwiriad hwn.',
  'This link leads to the background check that {account} asked for:':
    'Mae’r ddolen hon yn arwain at y gwiriad cefndir y gofynnodd {account} amdano:',
  'The link leads to your page of the background check that {account} asked for, order {order}. You sent its form on {day}:':
    'Mae’r ddolen yn arwain at eich tudalen o’r gwiriad cefndir y gofynnodd {account} amdano, archeb {order}. Anfonoch ei ffurflen ar {day}:',
  'The link leads to your form for the background check that {account} asked for, order {order}. It is not sent yet, and what you have answered is still there:':
    'Mae’r ddolen yn arwain at eich ffurflen ar gyfer y gwiriad cefndir y gofynnodd {account} amdano, archeb {order}. Nid yw wedi’i hanfon eto, ac mae’r hyn rydych wedi’i ateb yno o hyd:',
  'The link leads to your page of the background check that {account} asked for, order {order}. This check is over:':
    'Mae’r ddolen yn arwain at eich tudalen o’r gwiriad cefndir y gofynnodd {account} amdano, archeb {order}. Mae’r gwiriad hwn ar ben:',
  'When you use it, the earlier link stops working.':
    'Pan fyddwch yn ei defnyddio, bydd y ddolen flaenorol yn peidio â gweithio.',

  // Reminders, and what became of the form.
  'Please submit your form for {account} as soon as you can':
    'Cyflwynwch eich ffurflen ar gyfer {account} cyn gynted ag y gallwch',
  'Your first day of work is planned for {day}. The checks can begin once you have submitted the form.':
    'Mae eich diwrnod cyntaf o waith wedi’i gynllunio ar gyfer {day}. Gall y gwiriadau ddechrau unwaith y byddwch wedi cyflwyno’r ffurflen.',
  'Please submit your form for {account} by {day}': 'Cyflwynwch eich ffurflen ar gyfer {account} erbyn {day}',
  '{account} has asked us to carry out a background check on you, and still waits for your form. The answers that you gave are saved:':
    'Mae {account} wedi gofyn i ni gynnal gwiriad cefndir arnoch, ac mae’n dal i aros am eich ffurflen. Mae’r atebion a roesoch wedi’u cadw:',
  'Continue with your form': 'Parhau â’ch ffurflen',
  'If the form is not submitted by {day}, the check is cancelled. If you need more time, ask {account}: they can extend it.':
    'Os na chyflwynir y ffurflen erbyn {day}, caiff y gwiriad ei ganslo. Os oes arnoch angen mwy o amser, gofynnwch i {account}: gallant ei ymestyn.',
  'Your form for {account} has been sent': 'Mae eich ffurflen ar gyfer {account} wedi’i hanfon',
  'Thank you. We have received your form for the background check that {account} asked for. Your order number is {order}.':
    'Diolch. Rydym wedi cael eich ffurflen ar gyfer y gwiriad cefndir y gofynnodd {account} amdano. Rhif eich archeb yw {order}.',
  'You need do nothing now; if we need anything from you, we write to you.':
    'Nid oes raid i chi wneud dim nawr; os bydd arnom angen unrhyw beth gennych, byddwn yn ysgrifennu atoch.',
  'You can still add these documents, with the link below. The check is quicker with them:':
    'Gallwch ychwanegu’r dogfennau hyn o hyd, gyda’r ddolen isod. Mae’r gwiriad yn gyflymach gyda nhw:',
  'With this link you can see how your check is going, read what you sent, add documents, and tell us if something is wrong:':
    'Gyda’r ddolen hon gallwch weld sut mae eich gwiriad yn mynd, darllen yr hyn a anfonoch, ychwanegu dogfennau, a dweud wrthym os oes rhywbeth o’i le:',
  'See how your check is going': 'Gweld sut mae eich gwiriad yn mynd',
  'When you open it we send a code to this address, so that only you can see it.':
    'Pan fyddwch yn ei hagor byddwn yn anfon cod i’r cyfeiriad hwn, fel mai dim ond chi sy’n gallu ei gweld.',
  'If you did not send a form, please tell {account}.': 'Os nad anfonoch ffurflen, dywedwch wrth {account}.',
  'Your background check for {account} is closed': 'Mae eich gwiriad cefndir ar gyfer {account} wedi’i gau',
  'The time to submit the form of the background check that {account} asked for is over, so the check is closed.':
    'Mae’r amser i gyflwyno ffurflen y gwiriad cefndir y gofynnodd {account} amdano wedi dod i ben, felly mae’r gwiriad wedi’i gau.',
  'The background check that {account} asked for is closed, and will not go on.':
    'Mae’r gwiriad cefndir y gofynnodd {account} amdano wedi’i gau, ac ni fydd yn mynd yn ei flaen.',
  'You have withdrawn from the background check for {account}':
    'Rydych wedi tynnu’n ôl o’r gwiriad cefndir ar gyfer {account}',
  'The monitoring of your results for {account} has ended':
    'Mae’r monitro ar eich canlyniadau ar gyfer {account} wedi dod i ben',
  'You have withdrawn from the background check that {account} asked for. We have stopped all work on it and told {account}.':
    'Rydych wedi tynnu’n ôl o’r gwiriad cefndir y gofynnodd {account} amdano. Rydym wedi rhoi’r gorau i bob gwaith arno ac wedi dweud wrth {account}.',
  'You have ended the monitoring of your results that {account} asked for. We do not look at them again, and have told {account}.':
    'Rydych wedi dod â’r monitro ar eich canlyniadau, y gofynnodd {account} amdano, i ben. Ni fyddwn yn edrych arnynt eto, ac rydym wedi dweud wrth {account}.',
  'Your rights': 'Eich hawliau',
  'If you did not do this, please tell {account} today. They also answer your questions.':
    'Os nad chi wnaeth hyn, dywedwch wrth {account} heddiw. Nhw hefyd sy’n ateb eich cwestiynau.',
  'A part of your background check is being checked again': 'Mae rhan o’ch gwiriad cefndir yn cael ei gwirio eto',
  'A part of the background check that {account} asked for was complete, and is open again so that it can be corrected.':
    'Roedd rhan o’r gwiriad cefndir y gofynnodd {account} amdano wedi’i chwblhau, ac mae ar agor eto fel y gellir ei chywiro.',
  'You need do nothing. If we need anything from you, we write to you.':
    'Nid oes raid i chi wneud dim. Os bydd arnom angen unrhyw beth gennych, byddwn yn ysgrifennu atoch.',

  // Questions.
  'We have a question about your check for {account}': 'Mae gennym gwestiwn am eich gwiriad ar gyfer {account}',
  'We still wait for your answer about your check for {account}':
    'Rydym yn dal i aros am eich ateb ynghylch eich gwiriad ar gyfer {account}',
  'There is one more step in your check for {account}': 'Mae un cam arall yn eich gwiriad ar gyfer {account}',
  'We still wait for one step in your check for {account}':
    'Rydym yn dal i aros am un cam yn eich gwiriad ar gyfer {account}',
  'To go on with the background check for {account} we need an answer from you. Your check waits until then. Please read the question and answer it here:':
    'Er mwyn parhau â’r gwiriad cefndir ar gyfer {account} mae arnom angen ateb gennych. Mae eich gwiriad yn aros tan hynny. Darllenwch y cwestiwn a’i ateb yma:',
  'To go on with the background check for {account} we need an answer from you, and do not have it yet. Your check waits until then. Please read the question and answer it here:':
    'Er mwyn parhau â’r gwiriad cefndir ar gyfer {account} mae arnom angen ateb gennych, ac nid ydym wedi’i gael eto. Mae eich gwiriad yn aros tan hynny. Darllenwch y cwestiwn a’i ateb yma:',
  'To go on with the background check for {account} we need you to take a step at another service. Your check waits until then. Please read what it is, and go there from here:':
    'Er mwyn parhau â’r gwiriad cefndir ar gyfer {account} mae angen i chi gymryd cam mewn gwasanaeth arall. Mae eich gwiriad yn aros tan hynny. Darllenwch beth yw’r cam, ac ewch yno o’r fan hon:',
  'To go on with the background check for {account} we need you to take a step at another service, which is not done yet. Your check waits until then. Please read what it is, and go there from here:':
    'Er mwyn parhau â’r gwiriad cefndir ar gyfer {account} mae angen i chi gymryd cam mewn gwasanaeth arall, nad yw wedi’i wneud eto. Mae eich gwiriad yn aros tan hynny. Darllenwch beth yw’r cam, ac ewch yno o’r fan hon:',
  'Answer the question': 'Ateb y cwestiwn',
  'See the step': 'Gweld y cam',
  'Please answer soon.': 'Atebwch yn fuan.',
  'Please answer by {day}.': 'Atebwch erbyn {day}.',
  'Please do it soon.': 'Gwnewch hynny’n fuan.',
  'Please do it by {day}.': 'Gwnewch hynny erbyn {day}.',
  'When you open the link we send a code to this address, so that only you can see the question.':
    'Pan fyddwch yn agor y ddolen byddwn yn anfon cod i’r cyfeiriad hwn, fel mai dim ond chi sy’n gallu gweld y cwestiwn.',
  'When you open the link we send a code to this address, so that only you can see it.':
    'Pan fyddwch yn agor y ddolen byddwn yn anfon cod i’r cyfeiriad hwn, fel mai dim ond chi sy’n gallu gweld hyn.',
  'When you open the link we send a code to this address, so that only you can see them.':
    'Pan fyddwch yn agor y ddolen byddwn yn anfon cod i’r cyfeiriad hwn, fel mai dim ond chi sy’n gallu eu gweld.',

  // News of the check.
  'A result of your background check is complete again': 'Mae un o ganlyniadau eich gwiriad cefndir wedi’i gwblhau eto',
  'Your background check is complete': 'Mae eich gwiriad cefndir wedi’i gwblhau',
  'A part of the background check that {account} asked for was opened again, and is complete. {account} has the result.':
    'Cafodd rhan o’r gwiriad cefndir y gofynnodd {account} amdano ei hagor eto, ac mae wedi’i chwblhau. Mae’r canlyniad gan {account}.',
  'The background check that {account} asked for is complete, and they have the results.':
    'Mae’r gwiriad cefndir y gofynnodd {account} amdano wedi’i gwblhau, ac mae’r canlyniadau ganddynt.',
  'You may read it, too, and all others:': 'Cewch chi ei ddarllen hefyd, a’r lleill i gyd:',
  'You may read them, too:': 'Cewch chi eu darllen hefyd:',
  'You need do nothing. On your page you see what you sent and what you can ask:':
    'Nid oes raid i chi wneud dim. Ar eich tudalen gallwch weld yr hyn a anfonoch a’r hyn y cewch ofyn amdano:',
  'See your results': 'Gweld eich canlyniadau',
  'See your page': 'Gweld eich tudalen',
  'If a result is not right, tell us on the same page. What the results mean for you {account} decides: they answer your questions.':
    'Os nad yw canlyniad yn gywir, dywedwch wrthym ar yr un dudalen. {account} sy’n penderfynu beth mae’r canlyniadau’n ei olygu i chi: nhw sy’n ateb eich cwestiynau.',
  'What the results mean for you {account} decides, and tells you. They answer your questions.':
    '{account} sy’n penderfynu beth mae’r canlyniadau’n ei olygu i chi, ac yn dweud wrthych. Nhw sy’n ateb eich cwestiynau.',
  'We have your message about your check for {account}':
    'Rydym wedi cael eich neges am eich gwiriad ar gyfer {account}',
  'You told us that something is wrong in the background check for {account}, or has changed. We look into it, and answer by {day}. You can read what you wrote, and our answer, here:':
    'Dywedoch wrthym fod rhywbeth o’i le yn y gwiriad cefndir ar gyfer {account}, neu wedi newid. Byddwn yn edrych arno, ac yn ateb erbyn {day}. Gallwch ddarllen yr hyn a ysgrifennoch, a’n hateb, yma:',
  'See your messages': 'Gweld eich negeseuon',
  'If you did not write to us, please tell {account}.': 'Os nad ysgrifennoch atom, dywedwch wrth {account}.',
  'Our answer about your check for {account}': 'Ein hateb am eich gwiriad ar gyfer {account}',
  'You told us that something is wrong in the background check for {account}, or has changed. We have dealt with it. Please read our answer here:':
    'Dywedoch wrthym fod rhywbeth o’i le yn y gwiriad cefndir ar gyfer {account}, neu wedi newid. Rydym wedi delio ag ef. Darllenwch ein hateb yma:',
  'Read the answer': 'Darllen yr ateb',
  'If you do not agree, you can tell us again there.': 'Os nad ydych yn cytuno, gallwch ddweud wrthym eto yno.',
  '{account} asks you for an answer before they decide': 'Mae {account} yn gofyn am ateb gennych cyn penderfynu',
  'Your background check for {account} is complete. Before they decide, they would like to hear from you. Please read what they write, and answer it here:':
    'Mae eich gwiriad cefndir ar gyfer {account} wedi’i gwblhau. Cyn penderfynu, hoffent glywed gennych. Darllenwch yr hyn y maent yn ei ysgrifennu, a’i ateb yma:',
  'Read and answer': 'Darllen ac ateb',
  '{account} has decided, and written to you': 'Mae {account} wedi penderfynu, ac wedi ysgrifennu atoch',
  'Your background check for {account} is complete, and they have decided what it means for you. Please read here what they write:':
    'Mae eich gwiriad cefndir ar gyfer {account} wedi’i gwblhau, ac maent wedi penderfynu beth mae’n ei olygu i chi. Darllenwch yma yr hyn y maent yn ei ysgrifennu:',
  'Read it': 'Ei ddarllen',

  // Text messages.
  '{account} asks you to fill in a form for your background check. Our email says more. {link}':
    'Mae {account} yn gofyn i chi lenwi ffurflen ar gyfer eich gwiriad cefndir. Mae mwy yn ein he-bost. {link}',
  '{account} asks you to fill in a form for your background check by {day}. Our email says more. {link}':
    'Mae {account} yn gofyn i chi lenwi ffurflen ar gyfer eich gwiriad cefndir erbyn {day}. Mae mwy yn ein he-bost. {link}',
  'Here is the link to your background check for {account} again ({order}, sent on {day}). {link}':
    'Dyma’r ddolen i’ch gwiriad cefndir ar gyfer {account} eto ({order}, anfonwyd ar {day}). {link}',
  'Here is the link to your form for {account} again ({order}, not sent yet). {link}':
    'Dyma’r ddolen i’ch ffurflen ar gyfer {account} eto ({order}, heb ei hanfon eto). {link}',
  'Here is the link to your background check for {account} again ({order}). {link}':
    'Dyma’r ddolen i’ch gwiriad cefndir ar gyfer {account} eto ({order}). {link}',
  'Here is the link to your background check for {account} again. {link}':
    'Dyma’r ddolen i’ch gwiriad cefndir ar gyfer {account} eto. {link}',
  '{account} still waits for the form of your background check. Please submit it as soon as you can. {link}':
    'Mae {account} yn dal i aros am ffurflen eich gwiriad cefndir. Cyflwynwch hi cyn gynted ag y gallwch. {link}',
  '{account} still waits for the form of your background check. Please submit it by {day}. {link}':
    'Mae {account} yn dal i aros am ffurflen eich gwiriad cefndir. Cyflwynwch hi erbyn {day}. {link}',
  'One step waits for you to go on with your background check for {account}. {link}':
    'Mae un cam yn aros amdanoch er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'One step waits for you by {day} to go on with your background check for {account}. {link}':
    'Mae un cam yn aros amdanoch erbyn {day} er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'We need an answer from you to go on with your background check for {account}. {link}':
    'Mae arnom angen ateb gennych er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'We need an answer from you by {day} to go on with your background check for {account}. {link}':
    'Mae arnom angen ateb gennych erbyn {day} er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'One step still waits for you to go on with your background check for {account}. {link}':
    'Mae un cam yn dal i aros amdanoch er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'One step still waits for you by {day} to go on with your background check for {account}. {link}':
    'Mae un cam yn dal i aros amdanoch erbyn {day} er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'We still need an answer from you to go on with your background check for {account}. {link}':
    'Mae arnom angen ateb gennych o hyd er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'We still need an answer from you by {day} to go on with your background check for {account}. {link}':
    'Mae arnom angen ateb gennych o hyd erbyn {day} er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
} as const;
