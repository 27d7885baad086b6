// The address of a report's page, and what its requests carry.
import type { FastifyRequest } from 'fastify';

export const reportPath = '/desk/reports/:reportId';

export type ReportRequest = FastifyRequest<{
  Params: { reportId: string; file_token?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown>;
}>;
