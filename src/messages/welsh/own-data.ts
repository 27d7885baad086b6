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
} as const;
