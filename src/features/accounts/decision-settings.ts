// The settings of an account about its decisions after the results; entries of the list of settings.

export const decisionSettings = {
  candidateResults: {
    group: 'results',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'Show candidates their results',
    hint: 'When a check is complete, the candidate gets a mail, and reads the results on their page or as the PDF that you read. Who gave a reference or confirmed something on the telephone is not named in it.',
  },
  askDecisions: {
    group: 'results',
    client: 'changes',
    kind: 'yes_no',
    default: true,
    label: 'Ask the client for a decision',
    hint: 'The portal lists results that are Consider until somebody at the client has decided about the candidate. Say no where that is recorded elsewhere.',
  },
  decisionReminderDays: {
    group: 'results',
    client: 'changes',
    kind: 'working_days',
    default: 3,
    least: 0,
    most: 60,
    zero: 'Never',
    label: 'Working days until a decision is asked for by mail',
    hint: 'From the results, or from when the candidate answered what was asked before the decision, or could answer no more. A mail goes to whoever looks after the order and those who decide, and each week again for eight weeks, then to the administrators as well. 0 sends none.',
  },
  twoDeciders: {
    group: 'results',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'Two people for Not suitable',
    hint: 'One person proposes that a candidate is not suitable, and another who may decide confirms it or sends it back with a reason. Nothing follows from it before: no mail to the candidate, no webhook, no status.',
  },
  showDecisions: {
    group: 'results',
    kind: 'yes_no',
    default: false,
    label: 'Show the decision to requesters',
    hint: 'Users who may order and not read results then see on the page of a check whether somebody decided that the candidate is suitable, with conditions or not, without the reason: they learn who may start.',
  },
} as const;
