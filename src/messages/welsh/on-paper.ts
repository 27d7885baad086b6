// The Welsh of what candidates read on paper, and of answers that were typed for them.
export const onPaper = {
  'You gave these answers on the telephone, and we typed them.':
    'Rhoesoch yr atebion hyn dros y ffôn, a gwnaethom ni eu teipio.',
  'You gave some of these answers on the telephone, and we typed them.':
    'Rhoesoch rai o’r atebion hyn dros y ffôn, a gwnaethom ni eu teipio.',
  'You sent these answers on paper, and we typed them.': 'Anfonoch yr atebion hyn ar bapur, a gwnaethom ni eu teipio.',
  'You sent some of these answers on paper, and we typed them.':
    'Anfonoch rai o’r atebion hyn ar bapur, a gwnaethom ni eu teipio.',
  'Is something wrong? [Tell us].': 'A oes rhywbeth o’i le? [Dywedwch wrthym].',
  'Please read it. If something is wrong or missing, tell us: {contact}.':
    'Darllenwch hyn. Os oes rhywbeth yn anghywir neu ar goll, dywedwch wrthym: {contact}.',
  'Please read it. If something is wrong or missing, tell us by telephone, by letter or by email.':
    'Darllenwch hyn. Os oes rhywbeth yn anghywir neu ar goll, dywedwch wrthym dros y ffôn, drwy lythyr neu drwy e-bost.',
  'If “{answer}”: {question}': 'Os “{answer}”: {question}',
  'Write in capital letters, with a pen. Write dates as day, month and year. Leave empty what does not apply to you.':
    'Ysgrifennwch mewn priflythrennau, â beiro. Ysgrifennwch ddyddiadau fel diwrnod, mis a blwyddyn. Gadewch yn wag yr hyn nad yw’n berthnasol i chi.',
  'If there is not enough room, go on on another sheet with your name and the order number.':
    'Os nad oes digon o le, ewch ymlaen ar ddalen arall gyda’ch enw a rhif yr archeb.',
  'Your agreement': 'Eich cytundeb',
  Signature: 'Llofnod',
  Date: 'Dyddiad',
  'Mark of the words that are agreed to: {mark}': 'Nod y geiriau y cytunir iddynt: {mark}',
} as const;
