// The rows of result rules and the head of a version, for the desk and for the client.

import type { ResultRule } from '../../../features/result-rules/rule-set.ts';
import type { PublishedSet } from '../../../features/result-rules/rule-set-actions.ts';
import { ruleWords } from '../../../features/result-rules/rule-set-rules.ts';
import { gradeWords } from '../../../features/result-rules/typed-rule-rules.ts';

export const ruleRows = (rules: readonly ResultRule[]) =>
  rules.map((rule, at) => ({
    number: at + 1,
    words: ruleWords(rule),
    grade: rule.grade,
    proposes: gradeWords[rule.grade],
  }));

export const setModel = ({ version, from, rules, publishedBy, publishedAt }: PublishedSet) => ({
  ...{ version, from, publishedBy, publishedAt },
  rows: ruleRows(rules),
});
