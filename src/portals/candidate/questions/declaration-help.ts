// What stands above a question about the candidate's record: who asks, what it means, how to find out, and what follows.

import type { QuestionPage } from '../../../features/candidate-form/form-page.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { declarationScopeOf } from '../../../features/report-types/declaration-scope-rules.ts';
import type { DeclarationParams } from '../../../features/requirements/declaration-requirements.ts';
import type { Asked } from '../../../features/requirements/requirement-rules.ts';
import { en } from '../../../messages/en.ts';
import { say, sayText } from '../../../messages/say.ts';

interface Link {
  readonly text: string;
  readonly href: string;
}

/** In the order in which it is read. */
interface DeclarationHelp {
  readonly before: readonly string[];
  readonly points?: readonly string[];
  readonly after: readonly string[];
  readonly link?: Link;
  readonly follows: readonly string[];
  readonly unsure: readonly string[];
}

type Helped = Pick<OpenForm, 'accountName' | 'scope' | 'types'>;

const said = (texts: readonly string[]) => texts.map((text) => sayText(text));
const saidLink = ({ text, href }: Link): Link => ({ text: sayText(text), href });

const words = en.declarations;

const asks = ({ scope }: Helped, id: Asked['id']) => scope.asked.some((one) => one.id === id);

function aboutUnspent(form: Helped, isScottish: boolean): DeclarationHelp {
  const { accountName, types } = form;
  const account = { account: accountName };
  const isOfApplication = asks(form, 'dbs_application');
  const isDeclared = asks(form, 'unspent_declaration');
  const who = !isOfApplication
    ? say('{account} asks you this.', account)
    : isDeclared
      ? say(isScottish ? words.scottishAsksBoth : words.asksBoth, account)
      : say(isScottish ? words.scottishApplicationAsks : words.applicationAsks);
  const then = isDeclared
    ? say(words.thenWhat, account)
    : asks(form, 'spent_declaration')
      ? say(words.thenMore, account)
      : say(words.thenNothing);
  const shown = declarationScopeOf(types) === 'unspent' ? words.showsUnspent : words.showsSpent;
  return {
    before: [who, ...said(words.unspent)],
    after: [say(words.look)],
    link: saidLink(isScottish ? words.lookUpInScotland : words.lookUp),
    follows: [...(isOfApplication ? [say(shown)] : []), then],
    unsure: said(words.unsureOfRecord),
  };
}

const aboutSpent = ({ accountName }: Helped): DeclarationHelp => ({
  before: [say(words.spentToo, { account: accountName }), say(words.protectedOnes)],
  points: said(words.protectedPoints),
  after: [say(words.protectedLimits), say(words.look)],
  link: saidLink(words.lookUp),
  follows: [say(words.thenWhat, { account: accountName })],
  unsure: said(words.unsureOfRecord),
});

const aboutConcerns = ({ accountName }: Helped): DeclarationHelp => ({
  before: [say(words.concerns, { account: accountName })],
  points: said(words.concernPoints),
  after: [],
  follows: [say(words.thenWhat, { account: accountName })],
  unsure: said(words.unsureOfConcerns),
});

/** Undefined for every other question. */
export function declarationHelp(form: Helped, { asked }: QuestionPage): DeclarationHelp | undefined {
  switch (asked.id) {
    case 'unspent_convictions':
      return aboutUnspent(form, (asked.params as DeclarationParams).isOfScotland === true);
    case 'spent_declaration':
      return aboutSpent(form);
    case 'concerns_declaration':
      return aboutConcerns(form);
    default:
      return undefined;
  }
}
