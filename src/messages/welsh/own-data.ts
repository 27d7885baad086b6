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
} as const;
