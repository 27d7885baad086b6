// Test reports: nothing happens until it is asked for (interface §Sandbox), and then with a fixed outcome.
import type { ReportProvider } from '../../features/reports/provider.ts';

export const sandboxProvider: ReportProvider = { name: 'sandbox', request: async () => undefined };
