// The Welsh of the page on which a candidate gives their name by an order link.
export const orderLinks = {
  'This link takes no more names': 'Nid yw’r ddolen hon yn derbyn rhagor o enwau',
  'If you still need a check for {account}, please ask them.':
    'Os oes angen gwiriad arnoch o hyd ar gyfer {account}, gofynnwch iddynt.',
  'A background check for {account}': 'Gwiriad cefndir ar gyfer {account}',
  '{account} would like us to check some facts about you, as employers do before somebody starts in a role. To begin, say who you are.':
    'Hoffai {account} i ni wirio rhai ffeithiau amdanoch, fel y bydd cyflogwyr yn ei wneud cyn i rywun ddechrau mewn rôl. I ddechrau, dywedwch pwy ydych.',
  'What is checked': 'Beth sy’n cael ei wirio',
  'Is this right?': 'A yw hyn yn gywir?',
  'Look at the email address letter by letter: the link to your form goes there.':
    'Edrychwch ar y cyfeiriad e-bost fesul llythyren: yno y bydd y ddolen i’ch ffurflen yn mynd.',
  'Yes, send': 'Ydy, anfon',
  'Write it as your last name, and leave the first name empty.':
    'Rhowch ef fel eich cyfenw, a gadewch yr enw cyntaf yn wag.',
  'Your own: the link to your form and its codes go there.':
    'Eich un chi eich hun: yno y bydd y ddolen i’ch ffurflen a’i chodau’n mynd.',
  '{account} sees these details. Nothing is checked before you have read what is asked, and agreed.':
    'Bydd {account} yn gweld y manylion hyn. Ni chaiff dim ei wirio cyn i chi ddarllen yr hyn a ofynnir, a chytuno.',
  'How your details are used': 'Sut y caiff eich manylion eu defnyddio',
  'Thank you': 'Diolch',
  '{account} sees your name, and orders the check if they want it.':
    'Bydd {account} yn gweld eich enw, ac yn archebu’r gwiriad os ydynt am ei gael.',
  'You then get an email with a link to your form. It may take some days. There is nothing else for you to do now.':
    'Yna cewch e-bost â dolen i’ch ffurflen. Gall gymryd rhai dyddiau. Nid oes dim arall i chi ei wneud nawr.',
  'Your date of birth must be a real date': 'Rhaid i’ch dyddiad geni fod yn ddyddiad go iawn',
  'Your date of birth is in the future': 'Rhaid i’ch dyddiad geni fod yn y gorffennol',
  'Your email address must contain exactly one @': 'Rhaid i’ch cyfeiriad e-bost gynnwys un @ yn union',
  'Your email address must have at least one period after the @':
    'Rhaid i’ch cyfeiriad e-bost gynnwys atalnod llawn ar ôl yr @',
  'Your email address must not contain spaces or control characters': 'Ni chaiff eich cyfeiriad e-bost gynnwys bylchau',
  'Your email address has a domain that is not registered':
    'Gwiriwch yr hyn sydd ar ôl yr @ yn eich cyfeiriad e-bost: nid oes post yn cyrraedd yno',
  'Your first name must contain only letters, single spaces, hyphens and single quotes':
    'Dim ond llythrennau, bylchau unigol, cysylltnodau a chollnodau a gaiff fod yn eich enw cyntaf',
  'Your last name must contain only letters, single spaces, hyphens and single quotes':
    'Dim ond llythrennau, bylchau unigol, cysylltnodau a chollnodau a gaiff fod yn eich cyfenw',
} as const;
