// Why and until when a report is paused.
import { pausedWords, pauseWords } from '../../shared/pause-words.ts';
import type { ReportPanel } from './report-panel.ts';

export const pauseEndPanel: ReportPanel = {
  place: 'work',
  template: 'desk/report/pause-end.njk',
  model(_ctx, { report: { pause } }) {
    if (!pause || pauseWords(pause) === '') return undefined;
    return { words: pausedWords(pause), comesBack: pause.until !== null };
  },
};
