// What stands above a question about the candidate's record: who asks, what it means, how to find out, and what follows.
import type { QuestionPage } from '../../../features/candidate-form/form-page.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { declarationScopeOf } from '../../../features/report-types/declaration-scope-rules.ts';
import type { DeclarationParams } from '../../../features/requirements/declaration-requirements.ts';
import type { Asked } from '../../../features/requirements/requirement-rules.ts';
import { en } from '../../../messages/en.ts';

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

const words = en.declarations;

const asks = ({ scope }: Helped, id: Asked['id']) => scope.asked.some((one) => one.id === id);

function aboutUnspent(form: Helped, isScottish: boolean): DeclarationHelp {
  const { accountName, types } = form;
  const isOfApplication = asks(form, 'dbs_application');
  const isDeclared = asks(form, 'unspent_declaration');
  const who = !isOfApplication
    ? words.asksClient(accountName)
    : isDeclared
      ? words.asksBoth(accountName, isScottish)
      : words.asksApplication(isScottish);
  const then = isDeclared
    ? words.thenWhat(accountName)
    : asks(form, 'spent_declaration')
      ? words.thenMore(accountName)
      : words.thenNothing;
  const shown = declarationScopeOf(types) === 'unspent' ? words.showsUnspent : words.showsSpent;
  return {
    before: [who, ...words.unspent],
    after: [words.look],
    link: isScottish ? words.lookUpInScotland : words.lookUp,
    follows: [...(isOfApplication ? [shown] : []), then],
    unsure: words.unsureOfRecord,
  };
}

const aboutSpent = ({ accountName }: Helped): DeclarationHelp => ({
  before: [words.spentToo(accountName), words.protectedOnes],
  points: words.protectedPoints,
  after: [words.protectedLimits, words.look],
  link: words.lookUp,
  follows: [words.thenWhat(accountName)],
  unsure: words.unsureOfRecord,
});

const aboutConcerns = ({ accountName }: Helped): DeclarationHelp => ({
  before: [words.concerns(accountName)],
  points: words.concernPoints,
  after: [],
  follows: [words.thenWhat(accountName)],
  unsure: words.unsureOfConcerns,
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
