// The form in which a reviewer records what they found in a completed report.
import type { ErrorType } from '../../../features/error-types/error-type-rules.ts';
import { errorTypeText, severities } from '../../../features/error-types/error-type-rules.ts';
import type { QualityReview } from '../../../features/quality/review-actions.ts';
import { type GivenQualityReview, MOST_FINDINGS, reviewVerdicts } from '../../../features/quality/review-rules.ts';
import type { FormWords } from '../../shared/field-words.ts';
import { typed } from '../../shared/form-fields.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const places = Array.from({ length: MOST_FINDINGS }, (_, index) => index + 1);
const lines = (text: string) => text.replaceAll('\r\n', '\n');

export const typedReview = (request: FormRequest): GivenQualityReview => ({
  verdict: typed(request, 'verdict'),
  findings: places.map((at) => ({
    code: typed(request, `type_${at}`),
    severity: typed(request, `severity_${at}`),
    text: lines(typed(request, `text_${at}`)),
  })),
  praise: lines(typed(request, 'praise')),
});

/** What a correction begins with. */
export const reviewAsTyped = ({ findings, praise }: QualityReview): GivenQualityReview => ({
  ...{ verdict: findings.length === 0 ? 'no_error' : 'findings', findings, praise },
});

export const noReview: GivenQualityReview = { verdict: '', findings: [], praise: '' };

export const reviewWords: FormWords = {
  verdict: {
    input: 'verdict',
    begins: 'It',
    empty: 'Choose whether something is wrong',
    instead: {
      'says no error, and an error is described': 'Choose that something is wrong, or empty the errors below it',
      'was recorded by somebody meanwhile: look at it, then record again':
        'Somebody recorded a review meanwhile: look at it, then record again',
    },
  },
  praise: { input: 'praise', begins: 'What was done well' },
  ...Object.fromEntries(
    places.flatMap((at) => [
      [`type_${at}`, { input: `type_${at}`, begins: 'The type', empty: 'Choose the type of error' }],
      [
        `severity_${at}`,
        {
          ...{ input: `severity_${at}`, begins: 'The severity' },
          instead: { 'is not included in the list': 'Choose how severe it is' },
        },
      ],
      [`text_${at}`, { input: `text_${at}`, begins: 'What is wrong', empty: 'Write what is wrong' }],
    ]),
  ),
};

/** @param types those that may be chosen */
export function reviewFormModel(given: GivenQualityReview, types: readonly ErrorType[]) {
  const choose = (items: readonly { readonly value: string; readonly text: string }[], chosen: string) =>
    items.map((item) => ({ ...item, selected: item.value === chosen }));
  return {
    verdicts: Object.entries(reviewVerdicts).map(([value, text]) => ({
      value,
      text,
      checked: value === given.verdict,
    })),
    praise: given.praise,
    findings: places.map((at) => {
      const { code = '', severity = '', text = '' } = given.findings[at - 1] ?? {};
      return {
        ...{ at, text, isTyped: code !== '' || text !== '' },
        types: choose(
          [
            { value: '', text: 'Choose' },
            ...types.map((one) => ({
              value: one.code,
              text: `${errorTypeText(one)} (${severities[one.severity].toLowerCase()})`,
            })),
          ],
          code,
        ),
        severities: choose(
          [
            { value: '', text: 'As its type usually is' },
            ...Object.entries(severities).map(([value, words]) => ({ value, text: words })),
          ],
          severity,
        ),
      };
    }),
  };
}
