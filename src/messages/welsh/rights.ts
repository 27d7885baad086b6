// The Welsh of the pages after the form is sent: status, questions, what the candidate may ask, help and accessibility.
export const rights = {
  // The status.
  'For you to do': 'I chi ei wneud',
  '[{account} would like your answer] before they decide': '[Hoffai {account} gael eich ateb] cyn penderfynu',
  '[{account} would like your answer] before they decide, by {day}':
    '[Hoffai {account} gael eich ateb] cyn penderfynu, erbyn {day}',
  'Your check waits for your answer': 'Mae eich gwiriad yn aros am eich ateb',
  'Your check waits for your answers': 'Mae eich gwiriad yn aros am eich atebion',
  '[{question}], by {day}': '[{question}], erbyn {day}',
  'Thank you. We have received what you wrote.': 'Diolch. Rydym wedi cael yr hyn a ysgrifennoch.',
  'We have received your request about your data, and email you a confirmation.':
    'Rydym wedi cael eich cais ynghylch eich data, a byddwn yn anfon cadarnhad atoch drwy e-bost.',
  'We have received your request, and email you a confirmation.':
    'Rydym wedi cael eich cais, a byddwn yn anfon cadarnhad atoch drwy e-bost.',
  'The monitoring has ended. We have told {account}.':
    'Mae’r monitro wedi dod i ben. Rydym wedi rhoi gwybod i {account}.',
  'Thank you. Your answer is sent to {account}.': 'Diolch. Mae eich ateb wedi’i anfon at {account}.',
  'You sent your form on {when}, for the background check that {account} asked for.':
    'Anfonoch eich ffurflen {when}, ar gyfer y gwiriad cefndir y gofynnodd {account} amdano.',
  'How far it is': 'Pa mor bell y mae wedi cyrraedd',
  Ordered: 'Wedi’i archebu',
  'Form submitted': 'Ffurflen wedi’i chyflwyno',
  Complete: 'Wedi’i gwblhau',
  ', done': ', wedi’i wneud',
  'Going on': 'Ar y gweill',
  'Not needed any more': 'Nid oes ei angen mwyach',
  'You refused this part': 'Gwnaethoch wrthod y rhan hon',
  'Your data are restricted': 'Mae cyfyngiad ar eich data',
  'Your check is complete': 'Mae eich gwiriad wedi’i gwblhau',
  'You have withdrawn from this check': 'Rydych wedi tynnu’n ôl o’r gwiriad hwn',
  'We only keep your data now. Work on your check has stopped, and {account} does not see its results. We write to you before this ends.':
    'Dim ond cadw eich data yr ydym nawr. Mae’r gwaith ar eich gwiriad wedi stopio, ac nid yw {account} yn gweld ei ganlyniadau. Byddwn yn ysgrifennu atoch cyn i hyn ddod i ben.',
  'We expect it to be complete by *{day}*{rest}.': 'Rydym yn disgwyl iddo gael ei gwblhau erbyn *{day}*{rest}.',
  ', or up to {day}': ', neu hyd at {day}',
  ', without {reports}: no date yet': ', heb {reports}: dim dyddiad eto',
  'We cannot say yet when it will be complete.': 'Ni allwn ddweud eto pryd y caiff ei gwblhau.',
  'What happens next': 'Beth sy’n digwydd nesaf',
  'We go on as soon as you have answered. Then we tell {account} the results.':
    'Byddwn yn mynd ymlaen cyn gynted ag y byddwch wedi ateb. Yna byddwn yn rhoi’r canlyniadau i {account}.',
  'You can still add, on the page of [your documents]:':
    'Gallwch ychwanegu’r rhain o hyd, ar y dudalen [eich dogfennau]:',
  'There is nothing for you to do now.': 'Nid oes dim i chi ei wneud nawr.',
  'We carry out the checks and tell {account} the results. If we need something from you, we email you.':
    'Rydym yn cynnal y gwiriadau ac yn rhoi’r canlyniadau i {account}. Os bydd arnom angen rhywbeth gennych, byddwn yn anfon e-bost atoch.',
  'A part of the check is paused until we hear from somebody else.':
    'Mae rhan o’r gwiriad wedi’i hoedi nes i ni glywed gan rywun arall.',
  '{account} has had the results since {day}, and decides what they mean for you.':
    'Mae’r canlyniadau gan {account} ers {day}, a nhw sy’n penderfynu beth maent yn ei olygu i chi.',
  'Your results': 'Eich canlyniadau',
  'Complete since {day}': 'Wedi’i gwblhau ers {day}',
  '[Save your results (PDF)]. It says what each result rests on.':
    '[Cadw eich canlyniadau (PDF)]. Mae’n dweud ar beth y mae pob canlyniad yn seiliedig.',
  'If a result is not right, [tell us]: it is then looked into.':
    'Os nad yw canlyniad yn gywir, [dywedwch wrthym]: byddwn wedyn yn edrych arno.',
  '{account} no longer needs this check, and we have stopped work on it. There is nothing for you to do. If you did not expect this, please ask {account}.':
    'Nid oes ar {account} angen y gwiriad hwn mwyach, ac rydym wedi rhoi’r gorau i weithio arno. Nid oes dim i chi ei wneud. Os nad oeddech yn disgwyl hyn, gofynnwch i {account}.',
  'What you told us': 'Yr hyn a ddywedoch wrthym',
  'Received on {when}.': 'Cafwyd {when}.',
  'We answered on {when}:': 'Atebom {when}:',
  'We have not answered yet, and will by {when}.': 'Nid ydym wedi ateb eto, a byddwn yn gwneud hynny erbyn {when}.',
  'What you asked about your data': 'Yr hyn a ofynnoch am eich data',
  'We have not decided yet.': 'Nid ydym wedi penderfynu eto.',
  'We have not decided yet, and answer by {when}.': 'Nid ydym wedi penderfynu eto, a byddwn yn ateb erbyn {when}.',
  'We refused it on {when}:': 'Gwrthodom y cais {when}:',
  'We refused it on {when}.': 'Gwrthodom y cais {when}.',
  'Your data are restricted since {when}.': 'Mae cyfyngiad ar eich data ers {when}.',
  'Your data are restricted since {when}, until {end}.': 'Roedd cyfyngiad ar eich data ers {when}, hyd at {end}.',
  'If you do not agree, you may complain to the Information Commissioner’s Office, or go to court.':
    'Os nad ydych yn cytuno, cewch gwyno i Swyddfa’r Comisiynydd Gwybodaeth, neu fynd i’r llys.',
  'We told you before why it ends:': 'Dywedom wrthych o’r blaen pam y mae’n dod i ben:',
  'We plan to end this on {when}:': 'Rydym yn bwriadu dod â hyn i ben {when}:',
  'If you do not agree, tell us before that day that something is wrong.':
    'Os nad ydych yn cytuno, dywedwch wrthym cyn y diwrnod hwnnw fod rhywbeth o’i le.',
  'What you can do': 'Yr hyn y gallwch ei wneud',
  'Read what you sent': 'Darllen yr hyn a anfonoch',
  'Also to save as a PDF': 'I’w gadw fel PDF hefyd',
  'A photo or a file': 'Llun neu ffeil',
  'Tell us that something is wrong, or has changed': 'Dweud wrthym fod rhywbeth o’i le, neu wedi newid',
  'A mistake in what you sent or in a result, a job you forgot, a new address':
    'Camgymeriad yn yr hyn a anfonoch neu mewn canlyniad, swydd yr anghofioch, cyfeiriad newydd',
  'Ask for a copy of your data, or to have them erased': 'Gofyn am gopi o’ch data, neu i’w dileu',
  'And see what became of what you asked': 'A gweld beth ddigwyddodd i’r hyn a ofynnoch',
  'Ask us to restrict your data, or object to their use':
    'Gofyn i ni gyfyngu ar eich data, neu wrthwynebu eu defnyddio',
  'For example while it is found out whether something about you is right':
    'Er enghraifft tra byddwn yn canfod a yw rhywbeth amdanoch yn gywir',
  'End the monitoring of results': 'Dod â’r monitro canlyniadau i ben',
  'Some are looked at again after they are complete; you need not agree to that':
    'Edrychir ar rai eto ar ôl iddynt gael eu cwblhau; nid oes raid i chi gytuno i hynny',
  'Withdraw from the check': 'Tynnu’n ôl o’r gwiriad',
  'We stop at once and tell {account}': 'Byddwn yn stopio ar unwaith ac yn rhoi gwybod i {account}',
  'Leave this page': 'Gadael y dudalen hon',
  Leave: 'Gadael',
  Clear: 'Clir',

  // What their client asks and tells them.
  'What {account} tells you': 'Yr hyn y mae {account} yn ei ddweud wrthych',
  'Written on {when}': 'Ysgrifennwyd {when}',
  'What {account} asks you': 'Yr hyn y mae {account} yn ei ofyn i chi',
  'Asked on {when}': 'Gofynnwyd {when}',
  'You answered on {when}:': 'Ateboch {when}:',
  'What is not clear: {reports}. You may answer until {account} has decided; they ask you to by *{day}*.':
    'Yr hyn nad yw’n glir: {reports}. Cewch ateb nes bod {account} wedi penderfynu; maent yn gofyn i chi wneud hynny erbyn *{day}*.',
  'Add to your answer': 'Ychwanegu at eich ateb',
  'Your answer': 'Eich ateb',
  '{account} reads it before they decide.': 'Bydd {account} yn ei ddarllen cyn penderfynu.',
  'It is late, but still welcome.': 'Mae’n hwyr, ond bydd croeso iddo o hyd.',
  'Please answer by {day}.': 'Atebwch erbyn {day}.',
  'Send your answer': 'Anfon eich ateb',
  'This is over: {account} has nothing to decide about it any more. You need do nothing.':
    'Mae hyn ar ben: nid oes gan {account} ddim i’w benderfynu amdano mwyach. Nid oes raid i chi wneud dim.',
  '{account} has decided since, so nothing more can be added here.':
    'Mae {account} wedi penderfynu ers hynny, felly ni ellir ychwanegu dim mwy yma.',
  'You did not answer.': 'Nid atebasoch.',
  'You may [ask for a copy of the results], and [say that one is not right]: it is then looked into.':
    'Cewch [ofyn am gopi o’r canlyniadau], a [dweud nad yw un yn gywir]: byddwn wedyn yn edrych arno.',

  // Questions of the desk.
  'A question about your check': 'Cwestiwn am eich gwiriad',
  'Questions for you': 'Cwestiynau i chi',
  'Your answers have been sent': 'Mae eich atebion wedi’u hanfon',
  'Thank you. Your answer is sent.': 'Diolch. Mae eich ateb wedi’i anfon.',
  'Your check for {account} waits for your answer.': 'Mae eich gwiriad ar gyfer {account} yn aros am eich ateb.',
  'There is nothing more for you to do now. We go on with the check and tell {account} the results.':
    'Nid oes dim mwy i chi ei wneud nawr. Byddwn yn mynd ymlaen â’r gwiriad ac yn rhoi’r canlyniadau i {account}.',
  'Answered on {when}': 'Atebwyd {when}',
  'See how your check is going': 'Gweld sut mae eich gwiriad yn mynd',
  'Your file and your answer so far are saved.': 'Mae eich ffeil a’ch ateb hyd yma wedi’u cadw.',
  'Your check waits for it.': 'Mae eich gwiriad yn aros amdano.',
  'We asked for this by {day}.': 'Gofynnom am hyn erbyn {day}.',
  'We asked for an answer by {day}.': 'Gofynnom am ateb erbyn {day}.',
  'Please do this by *{day}*.': 'Gwnewch hyn erbyn *{day}*.',
  'Please answer by *{day}*.': 'Atebwch erbyn *{day}*.',
  'answer by {day}': 'atebwch erbyn {day}',
  'late, but still welcome: was to be answered by {day}': 'yn hwyr, ond bydd croeso iddo o hyd: i’w ateb erbyn {day}',
  'With the question:': 'Gyda’r cwestiwn:',
  'Added so far:': 'Wedi’u hychwanegu hyd yma:',
  'Anything that we should know (optional)': 'Unrhyw beth y dylem ei wybod (dewisol)',
  'Add a photo or a file (optional)': 'Ychwanegu llun neu ffeil (dewisol)',
  'Add another one (optional)': 'Ychwanegu un arall (dewisol)',
  'I have finished there': 'Rwyf wedi gorffen yno',
  'Send answer': 'Anfon yr ateb',
  'Add file and go on': 'Ychwanegu ffeil a pharhau',
  'Enter your answer': 'Rhowch eich ateb',
  'Write your answer': 'Ysgrifennwch eich ateb',
  'The text must be 2,000 characters or fewer': 'Rhaid i’r testun fod yn 2,000 nod neu lai',
  'The link to {host} ended on {when}.': 'Daeth y ddolen i {host} i ben {when}.',
  'Tell us below, and we send you another one.': 'Dywedwch wrthym isod, a byddwn yn anfon un arall atoch.',
  'We have asked for another one. It is here within a few minutes: [look again].':
    'Rydym wedi gofyn am un arall. Bydd yma o fewn ychydig funudau: [edrych eto].',
  'Get another link': 'Cael dolen arall',
  'Continue at {host}': 'Parhau yn {host}',
  'You leave our pages.': 'Byddwch yn gadael ein tudalennau.',
  'The link works until {when}.': 'Mae’r ddolen yn gweithio hyd at {when}.',
  'When you have finished, {host} tells us: you need not do anything more here.':
    'Pan fyddwch wedi gorffen, bydd {host} yn dweud wrthym: nid oes raid i chi wneud dim mwy yma.',
  'When you have finished there': 'Pan fyddwch wedi gorffen yno',
  'I cannot do this, or do not want to': 'Ni allaf wneud hyn, neu nid wyf am ei wneud',
  'Why, in a few words': 'Pam, mewn ychydig eiriau',
  'We look for another way, and write to you.': 'Byddwn yn chwilio am ffordd arall, ac yn ysgrifennu atoch.',
  'Tell us': 'Dweud wrthym',
  'A report that was added': 'Adroddiad a ychwanegwyd',
  'Missing information': 'Gwybodaeth sydd ar goll',
  'Missing document': 'Dogfen sydd ar goll',
  'Show us the certificate': 'Dangoswch y dystysgrif i ni',
  'Document that cannot be read': 'Dogfen na ellir ei darllen',
  'Names that differ': 'Enwau sy’n wahanol',
  'Gap in the addresses': 'Bwlch yn y cyfeiriadau',
  'Gap in the activities': 'Bwlch yn y gweithgareddau',
  'Dates that differ': 'Dyddiadau sy’n wahanol',
  'Permission to contact the current employer': 'Caniatâd i gysylltu â’r cyflogwr presennol',
  'Identity not confirmed': 'Heb gadarnhau pwy ydych',
  'A step at another service': 'Cam mewn gwasanaeth arall',
  'The source needs a form or a fee': 'Mae ar y ffynhonnell angen ffurflen neu ffi',
  'A decision about the order': 'Penderfyniad am yr archeb',
  'Question of the DBS or the police': 'Cwestiwn gan y DBS neu’r heddlu',

  // Withdrawal and monitoring.
  'Do you want to withdraw from the check?': 'A ydych am dynnu’n ôl o’r gwiriad?',
  'You may withdraw your consent to the check that {account} asked for, at any time and without a reason. Then:':
    'Cewch dynnu eich cydsyniad i’r gwiriad y gofynnodd {account} amdano yn ôl, ar unrhyw adeg a heb roi rheswm. Wedyn:',
  'We stop all work on the check at once. Nobody is asked about you any more.':
    'Byddwn yn rhoi’r gorau i bob gwaith ar y gwiriad ar unwaith. Ni ofynnir i neb amdanoch mwyach.',
  'We tell {account} today that you have withdrawn. Only they can say what it means for your application.':
    'Byddwn yn dweud wrth {account} heddiw eich bod wedi tynnu’n ôl. Dim ond nhw all ddweud beth mae hynny’n ei olygu i’ch cais.',
  '{account} keeps the results of parts that are complete already.':
    'Bydd {account} yn cadw canlyniadau’r rhannau sydd eisoes wedi’u cwblhau.',
  'What you have told us is not deleted by this. You may [ask to have it erased].':
    'Nid yw hyn yn dileu’r hyn a ddywedoch wrthym. Cewch [ofyn am ei ddileu].',
  'You cannot undo this: {account} would have to ask for a new check.':
    'Ni allwch ddadwneud hyn: byddai’n rhaid i {account} ofyn am wiriad newydd.',
  'Do not withdraw': 'Peidio â thynnu’n ôl',
  'You withdrew on {when}. We have stopped all work on the check and told {account}.':
    'Tynnoch yn ôl {when}. Rydym wedi rhoi’r gorau i bob gwaith ar y gwiriad ac wedi dweud wrth {account}.',
  'Do you want the monitoring to end?': 'A ydych am i’r monitro ddod i ben?',
  '{account} asked us to look at these results again after they are complete:':
    'Gofynnodd {account} i ni edrych ar y canlyniadau hyn eto ar ôl iddynt gael eu cwblhau:',
  'You may withdraw your agreement to that, at any time and without a reason. Then:':
    'Cewch dynnu eich cytundeb i hynny yn ôl, ar unrhyw adeg a heb roi rheswm. Wedyn:',
  'We do not look at them again. Nobody is asked about you for that any more.':
    'Ni fyddwn yn edrych arnynt eto. Ni ofynnir i neb amdanoch at y diben hwnnw mwyach.',
  'We tell {account} today. Only they can say what it means for you.':
    'Byddwn yn dweud wrth {account} heddiw. Dim ond nhw all ddweud beth mae hynny’n ei olygu i chi.',
  '{account} keeps the results that are complete.': 'Bydd {account} yn cadw’r canlyniadau sydd wedi’u cwblhau.',
  'End the monitoring': 'Dod â’r monitro i ben',
  'Let it go on': 'Gadael iddo barhau',

  // Problems and rights.
  'Tell us what is wrong, or has changed': 'Dywedwch wrthym beth sydd o’i le, neu wedi newid',
  'Did you make a mistake in your form or forget something, has your address changed, or do you think that a result is not right? The people who do the check read what you write here, keep it with your check, and put right what is wrong. You see here when they have dealt with it. If you choose a part whose result {account} has, or the check is over, we tell them that you say it is not right, but not what you write.':
    'A wnaethoch gamgymeriad yn eich ffurflen neu anghofio rhywbeth, a yw eich cyfeiriad wedi newid, neu a ydych yn meddwl nad yw canlyniad yn gywir? Bydd y bobl sy’n gwneud y gwiriad yn darllen yr hyn a ysgrifennwch yma, yn ei gadw gyda’ch gwiriad, ac yn cywiro’r hyn sydd o’i le. Byddwch yn gweld yma pan fyddant wedi delio ag ef. Os dewiswch ran y mae ei chanlyniad gan {account}, neu os yw’r gwiriad ar ben, byddwn yn dweud wrthynt eich bod yn dweud nad yw’n gywir, ond nid yr hyn a ysgrifennwch.',
  'What is wrong or has changed, and what is right?': 'Beth sydd o’i le neu wedi newid, a beth sy’n gywir?',
  'Say which answer or result you mean, and how we can see what is right.':
    'Dywedwch pa ateb neu ganlyniad rydych yn ei olygu, a sut y gallwn weld beth sy’n gywir.',
  'Which part of the check is it about? (optional)': 'Am ba ran o’r gwiriad y mae? (dewisol)',
  Send: 'Anfon',
  'The decision about your application is {account}’s: talk to them about it.':
    '{account} sy’n penderfynu ar eich cais: siaradwch â nhw amdano.',
  'Ask us to restrict your data': 'Gofyn i ni gyfyngu ar eich data',
  'You may ask that we only keep your data and do nothing else with them, or object to their use. If we agree, work on your check stops, and {account} does not see its results until the restriction ends. We answer within a month, and write to you before a restriction ends.':
    'Cewch ofyn i ni gadw eich data yn unig a pheidio â gwneud dim arall â nhw, neu wrthwynebu eu defnyddio. Os cytunwn, bydd y gwaith ar eich gwiriad yn stopio, ac ni fydd {account} yn gweld ei ganlyniadau nes i’r cyfyngiad ddod i ben. Byddwn yn ateb o fewn mis, ac yn ysgrifennu atoch cyn i gyfyngiad ddod i ben.',
  'Your application may take longer then: {account} decides about it.':
    'Gall eich cais gymryd mwy o amser wedyn: {account} sy’n penderfynu arno.',
  'Why do you ask?': 'Pam rydych yn gofyn?',
  'Tell us more': 'Dywedwch fwy wrthym',
  'Say which data you mean, and why.': 'Dywedwch pa ddata rydych yn eu golygu, a pham.',
  'If you only want something put right, [tell us what is wrong]: your check then goes on.':
    'Os mai dim ond am i rywbeth gael ei gywiro yr ydych, [dywedwch wrthym beth sydd o’i le]: bydd eich gwiriad wedyn yn mynd yn ei flaen.',
  'Your rights over your data': 'Eich hawliau dros eich data',
  'What you asked': 'Yr hyn a ofynnoch',
  'We answer by {when}.': 'Byddwn yn ateb erbyn {when}.',
  'We answer within a month after you have shown us who you are.':
    'Byddwn yn ateb o fewn mis ar ôl i chi ddangos i ni pwy ydych.',
  'We have asked you what you mean, and answer after you have told us.':
    'Rydym wedi gofyn i chi beth rydych yn ei olygu, a byddwn yn ateb ar ôl i chi ddweud wrthym.',
  'Please tell us what you mean: your request about your data for {account}':
    'Dywedwch wrthym beth rydych yn ei olygu: eich cais am eich data ar gyfer {account}',
  'We hold much about you. Please tell us which data or which use you mean: answer this mail. Until you do, the time in which we must answer does not count.':
    'Mae gennym lawer o wybodaeth amdanoch. Dywedwch wrthym pa ddata neu ba ddefnydd rydych yn ei olygu: atebwch y neges hon. Hyd nes i chi wneud hynny, nid yw’r amser sydd gennym i ateb yn cyfrif.',
  'Add a document that shows it': 'Ychwanegu dogfen sy’n ei ddangos',
  'You may add what shows what is right until we have answered what you told us. The people who do the check are told of each file, and see it at once. You cannot remove it here afterwards.':
    'Gallwch ychwanegu’r hyn sy’n dangos beth sy’n gywir nes i ni ateb yr hyn a ddywedoch wrthym. Dywedir wrth y bobl sy’n gwneud y gwiriad am bob ffeil, ac maent yn ei gweld ar unwaith. Ni allwch ei thynnu yma wedyn.',
  'Answered on {when}.': 'Atebwyd {when}.',
  'Your data have been erased': 'Mae eich data wedi’u dileu',
  'You asked for it: what we held about you for {account} was erased on {when}.':
    'Gofynnoch amdano: dilëwyd yr hyn a ddaliem amdanoch ar gyfer {account} ar {when}.',
  'What we held about you for {account} was erased on {when}.':
    'Dilëwyd yr hyn a ddaliem amdanoch ar gyfer {account} ar {when}.',
  'What stays names you no more: that a check was ordered, when, how it ended and what it cost.':
    'Nid yw’r hyn sy’n aros yn eich enwi mwyach: bod gwiriad wedi’i archebu, pryd, sut y daeth i ben a’i gost.',
  'The link to your form then says that it is done. What stays, because we must be able to show what was ordered, done and paid:':
    'Bydd y ddolen i’ch ffurflen wedyn yn dweud ei fod wedi’i wneud. Yr hyn sy’n aros, am fod rhaid inni allu dangos beth a archebwyd, a wnaed ac a dalwyd:',
  'that the orders and their reports were made, when, and how each ended, with its result but not what it rests on':
    'bod yr archebion a’u hadroddiadau wedi’u gwneud, pryd, a sut y daeth pob un i ben, gyda’i ganlyniad ond nid ei sail',
  'the charges, with the purchase order that they are billed by':
    'y taliadau, gyda’r archeb brynu y cânt eu bilio drwyddi',
  'the register of who did what and who looked at it, and when: it names no candidate':
    'y gofrestr o bwy a wnaeth beth a phwy a edrychodd arno, a phryd: nid yw’n enwi unrhyw ymgeisydd',
  'what the client has downloaded, and backups that were made before, until they are deleted':
    'yr hyn y mae’r cleient wedi’i lawrlwytho, a chopïau wrth gefn a wnaed cynt, nes iddynt gael eu dileu',
  'Your copy is on your own page for 30 days: open it by the link in this email, and enter the code that we email you.':
    'Mae eich copi ar eich tudalen eich hun am 30 diwrnod: agorwch hi drwy’r ddolen yn yr e-bost hwn, a rhowch y cod a anfonwn atoch.',
  'Your copy comes by post.': 'Daw eich copi drwy’r post.',
  'Your copy is given to you in person.': 'Rhoddir eich copi i chi yn bersonol.',
  'Your copy comes to you by a secure transfer.': 'Daw eich copi atoch drwy drosglwyddiad diogel.',
  'We write to you because you ask for {name}. Below, “you” and “your” mean: {name}.':
    'Ysgrifennwn atoch am eich bod yn gofyn ar ran: {name}. Isod, ystyr “chi” ac “eich” yw: {name}.',
  'The copy on your own page leaves out what others wrote freely about your check or added to it, such as notes, comments and reasons, because nobody has looked through whether it is about other people.':
    'Mae’r copi ar eich tudalen eich hun yn hepgor yr hyn a ysgrifennodd eraill yn rhydd am eich gwiriad neu a ychwanegwyd ganddynt ato, megis nodiadau, sylwadau a rhesymau, am nad oes neb wedi edrych a yw am bobl eraill.',
  'To have that, too, ask us on that page for a copy again and say that you want it: a person then looks it through.':
    'I gael hynny hefyd, gofynnwch i ni am gopi eto ar y dudalen honno a dywedwch eich bod am ei gael: bydd rhywun wedyn yn edrych drwyddo.',
  'Take your copy': 'Cymerwch eich copi',
  'Take your copy (ZIP)': 'Cymerwch eich copi (ZIP)',
  'It is here until {when}.': 'Mae yma tan {when}.',
  'Ask here for what is kept about you because of the background check for {account}. It costs nothing. We answer within a month, and tell {account} that you asked.':
    'Gofynnwch yma am yr hyn a gedwir amdanoch oherwydd y gwiriad cefndir ar gyfer {account}. Nid yw’n costio dim. Byddwn yn ateb o fewn mis, ac yn dweud wrth {account} eich bod wedi gofyn.',
  'What do you ask for?': 'Am beth rydych yn gofyn?',
  'Anything that we should know': 'Unrhyw beth y dylem ei wybod',
  'Of a complaint: what you complain about. Otherwise you may leave it empty, or say for example which data you mean.':
    'Os yw’n gŵyn: am beth rydych yn cwyno. Fel arall cewch ei adael yn wag, neu ddweud er enghraifft pa ddata rydych yn eu golygu.',
  'While your check goes on, the data are needed for it, and are not erased. To stop it, [withdraw from the check].':
    'Tra bo eich gwiriad yn mynd rhagddo, mae angen y data ar ei gyfer, ac nid ydynt yn cael eu dileu. I’w stopio, [tynnwch yn ôl o’r gwiriad].',
  'What else you may ask': 'Beth arall y cewch ofyn amdano',
  'To have something corrected': 'Cywiro rhywbeth',
  'To have your data restricted, or not used': 'Cyfyngu ar eich data, neu beidio â’u defnyddio',
  'To have something corrected: change your answers in the form until you send it.':
    'Cywiro rhywbeth: newidiwch eich atebion yn y ffurflen hyd nes i chi ei hanfon.',
  'What is used, why, and how long it is kept': 'Beth a ddefnyddir, pam, ac am ba hyd y caiff ei gadw',
  'A copy of what is kept about me': 'Copi o’r hyn a gedwir amdanaf',
  'My data in a form that I can take elsewhere': 'Fy nata ar ffurf y gallaf fynd â hi i rywle arall',
  'To have my data erased': 'Dileu fy nata',
  'To complain about how my data are used': 'Cwyno am sut y caiff fy nata eu defnyddio',
  'To complain about something else': 'Cwyno am rywbeth arall',
  'To have my data restricted': 'Cyfyngu ar fy nata',
  'Not to have my data used': 'Peidio â defnyddio fy nata',
  'To withdraw my consent': 'Tynnu fy nghydsyniad yn ôl',
  'Say what is wrong': 'Dywedwch beth sydd o’i le',
  'Say why': 'Dywedwch pam',
  'Choose the reason': 'Dewiswch y rheswm',
  'Say why you do not have it': 'Dywedwch pam nad yw gennych',
  'You changed this on another device at the same time. Look at it again, then save':
    'Newidioch hyn ar ddyfais arall ar yr un pryd. Edrychwch arno eto, ac yna ei gadw',
  'There is a request that is not answered yet. Please wait for the answer to it':
    'Mae cais nad yw wedi’i ateb eto. Arhoswch am yr ateb iddo',
  'Choose what you ask for': 'Dewiswch am beth rydych yn gofyn',
  'Write what you complain about': 'Ysgrifennwch am beth rydych yn cwyno',

  // Help and accessibility.
  'Whom to ask': 'Gan bwy i holi',
  'Write to {name}:': 'Ysgrifennwch at {name}:',
  'or call {telephone}': 'neu ffoniwch {telephone}',
  'Call {name}: {telephone}.': 'Ffoniwch {name}: {telephone}.',
  'Ask the person at {account} who dealt with you.': 'Gofynnwch i’r person yn {account} a fu’n delio â chi.',
  'You can also write to {operator}, who runs this service:':
    'Gallwch hefyd ysgrifennu at {operator}, sy’n rhedeg y gwasanaeth hwn:',
  'the operator': 'y gweithredwr',
  'The code does not come': 'Nid yw’r cod yn cyrraedd',
  'Look in the folder for unwanted mail. The page that asks for the code can send a new one.':
    'Edrychwch yn y ffolder ar gyfer post diangen. Gall y dudalen sy’n gofyn am y cod anfon un newydd.',
  'You cannot finish now': 'Ni allwch orffen nawr',
  'Close the page. Your answers are saved page by page: open the link in your email again, on any device.':
    'Caewch y dudalen. Caiff eich atebion eu cadw fesul tudalen: agorwch y ddolen yn eich e-bost eto, ar unrhyw ddyfais.',
  'You sent something wrong': 'Anfonoch rywbeth anghywir',
  'Open the link in your email again and enter the code: on the page about your check, choose *Tell us that something is wrong, or has changed*, and say what is right.':
    'Agorwch y ddolen yn eich e-bost eto a rhowch y cod: ar y dudalen am eich gwiriad, dewiswch *Dweud wrthym fod rhywbeth o’i le, neu wedi newid*, a dywedwch beth sy’n gywir.',
  'We want everybody to be able to use these pages. They are built to meet the Web Content Accessibility Guidelines, version 2.2, at level AA, so that you can':
    'Rydym am i bawb allu defnyddio’r tudalennau hyn. Maent wedi’u hadeiladu i fodloni’r Canllawiau Hygyrchedd Cynnwys Gwe, fersiwn 2.2, ar lefel AA, fel y gallwch',
  'enlarge them to 400% without scrolling sideways': 'eu chwyddo i 400% heb sgrolio i’r ochr',
  'use them with the keyboard alone': 'eu defnyddio â’r bysellfwrdd yn unig',
  'use them with a screen reader or by speech': 'eu defnyddio â darllenydd sgrin neu drwy leferydd',
  'use them without JavaScript, and on a phone': 'eu defnyddio heb JavaScript, ac ar ffôn',
  'stop and come back later': 'stopio a dod yn ôl yn nes ymlaen',
  'What is not accessible yet': 'Beth nad yw’n hygyrch eto',
  'Files that people attach are shown as they were attached: a photo of a document has no text.':
    'Dangosir ffeiliau y mae pobl yn eu hatodi fel y cawsant eu hatodi: nid oes testun mewn llun o ddogfen.',
  'How this was tested': 'Sut y profwyd hyn',
  'Programs test the pages in a browser, at the width of a phone, of a desk, and enlarged to 400%, against the rules of axe and for valid HTML, and work a whole case by keyboard alone. They cannot find every problem.':
    'Mae rhaglenni’n profi’r tudalennau mewn porwr, ar led ffôn, ar led sgrin, ac wedi’u chwyddo i 400%, yn erbyn rheolau axe ac am HTML dilys, ac yn gweithio drwy achos cyfan â’r bysellfwrdd yn unig. Ni allant ddod o hyd i bob problem.',
  'Tell us about a problem': 'Dywedwch wrthym am broblem',
  'Is something hard to use, or do you need it in another form, such as large print?':
    'A oes rhywbeth yn anodd ei ddefnyddio, neu a oes ei angen arnoch ar ffurf arall, fel print bras?',
  'If you are not content with the answer, the [Equality Advisory and Support Service] advises people in England, Scotland and Wales.':
    'Os nad ydych yn fodlon ar yr ateb, mae’r [Gwasanaeth Cynghori a Chymorth Cydraddoldeb] yn cynghori pobl yng Nghymru, Lloegr a’r Alban.',
} as const;
