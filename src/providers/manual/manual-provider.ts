// Live reports that people look into: asking for one puts it on the screening desk, which its row already does.
import type { ReportProvider } from '../../features/reports/provider.ts';

export const manualProvider: ReportProvider = { name: 'manual', request: async () => undefined };
