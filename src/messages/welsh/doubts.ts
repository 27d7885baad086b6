// The Welsh of what the form asks once more, because it may be a slip.
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
} as const;
