// Why and until when a report is paused.
import { pauseWords } from '../../shared/pause-words.ts';
import type { ReportPanel } from './report-panels.ts';

export const pauseEndPanel: ReportPanel = {
  place: 'work',
  template: 'desk/report/pause-end.njk',
  model(_ctx, { report: { pause } }) {
    const words = pause && pauseWords(pause);
    return words ? { words, comesBack: pause?.until !== null } : undefined;
  },
};
