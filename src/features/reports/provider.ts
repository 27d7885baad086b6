// What a data provider must offer; each lives in a folder of providers/, and main hands them to the job.
import type { Ctx, Tenant } from '../../context.ts';

export interface ReportRequest extends Tenant {
  readonly checkId: string;
  readonly reportId: string;
}

export interface ReportProvider {
  readonly name: string;
  /** Asks for the report. May be called again for the same report after a crash: it must then change nothing. */
  request(ctx: Ctx, request: ReportRequest): Promise<void>;
}
