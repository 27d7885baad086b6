// The Welsh of what candidates read about their own data: what was corrected, and what they may ask once a check is over.
export const ownData = {
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
  'Your change is saved.': 'Mae eich newid wedi’i gadw.',
  'It was changed meanwhile. Look at it again, then save it':
    'Cafodd ei newid yn y cyfamser. Edrychwch arno eto, ac yna ei gadw',
  'Your new email address': 'Eich cyfeiriad e-bost newydd',
  'Is this right? *{email}*': 'A yw hwn yn gywir? *{email}*',
  'Look at it letter by letter. We send a new link there, and the links that we sent before no longer work.':
    'Edrychwch arno lythyren wrth lythyren. Byddwn yn anfon dolen newydd yno, ac ni fydd y dolenni a anfonwyd o’r blaen yn gweithio mwyach.',
  'Yes, change it': 'Ie, newidiwch ef',
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
  'Why?': 'Pam?',
  '{account} reads it.': 'Bydd {account} yn ei ddarllen.',
  'Refuse this part': 'Gwrthod y rhan hon',
  'Refuse nothing': 'Peidio â gwrthod dim',
  'Choose the part that you refuse': 'Dewiswch y rhan yr ydych yn ei gwrthod',
  'Say why you refuse it': 'Dywedwch pam yr ydych yn ei gwrthod',
} as const;
