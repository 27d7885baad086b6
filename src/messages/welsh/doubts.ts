// The Welsh of what the form asks once more, because it may be a slip, and of whom to ask for help with it.
export const doubts = {
  '{account} ordered this check with another name. Is yours right, as in your papers?':
    'Archebodd {account} y gwiriad hwn gydag enw arall. A yw eich un chi yn gywir, fel yn eich papurau?',
  '{account} ordered this check with another date of birth. Is yours right?':
    'Archebodd {account} y gwiriad hwn gyda dyddiad geni arall. A yw eich un chi yn gywir?',
  '{number} does not look like a phone number of its country: a digit may be missing, or one too many. Is it right?':
    'Nid yw {number} yn edrych fel rhif ffôn o’i wlad: gall fod digid ar goll, neu un yn ormod. A yw’n gywir?',
  'Did you mean {email}?': 'Ai {email} oedd gennych mewn golwg?',
  'Yes, go on': 'Ydy, yn fy mlaen',
  'If not, change it below.': 'Os nad yw, newidiwch ef isod.',
  'A clear photo of each is enough. Only the people who do the check can see them, and {account} except where we say otherwise.':
    'Mae llun clir o bob un yn ddigon. Dim ond y bobl sy’n gwneud y gwiriad all eu gweld, a {account} oni bai ein bod yn dweud yn wahanol.',
  'You need help, or cannot use the internet? Somebody you trust may help you with the form, or ask {account}.':
    'Oes angen help arnoch, neu ni allwch ddefnyddio’r rhyngrwyd? Gall rhywun rydych yn ymddiried ynddo eich helpu gyda’r ffurflen, neu gofynnwch i {account}.',
  'You need help, or cannot use the internet? Somebody you trust may help you with the form. [Whom to ask]':
    'Oes angen help arnoch, neu ni allwch ddefnyddio’r rhyngrwyd? Gall rhywun rydych yn ymddiried ynddo eich helpu gyda’r ffurflen. [Gan bwy i holi]',
  'You need help, or cannot use the internet': 'Mae angen help arnoch, neu ni allwch ddefnyddio’r rhyngrwyd',
  'Somebody you trust may read the form to you, or fill it in while you say what to write: it asks who helps. You alone can agree to the check.':
    'Gall rhywun rydych yn ymddiried ynddo ddarllen y ffurflen i chi, neu ei llenwi wrth i chi ddweud beth i’w ysgrifennu: mae’n gofyn pwy sy’n helpu. Chi yn unig all gytuno i’r gwiriad.',
  'You can also give your answers on the telephone or on paper, and agree by your signature: ask the people named above.':
    'Gallwch hefyd roi eich atebion dros y ffôn neu ar bapur, a chytuno drwy eich llofnod: gofynnwch i’r bobl a enwir uchod.',
} as const;
