// The documents that are printed from the program, by path: `npm run docs` writes them, `npm run check` compares them.

import { printDocument } from '../../../src/api/shared/openapi.ts';
import { v1Document } from '../../../src/api/v1/index.ts';
import { v2Document } from '../../../src/api/v2/index.ts';
import { reportTypeIds } from '../../../src/features/report-types/catalogue.ts';
import { signedProtocolDocument } from '../../../src/providers/signed-http/openapi.ts';
import { openTestDatabase } from '../database.ts';
import { accountSettingsDocument } from './account-settings-document.ts';
import { configurationDocument } from './configuration-document.ts';
import { factsDocument } from './facts-document.ts';
import { fieldMapDocument } from './field-map-document.ts';
import { metricsDocument } from './metrics-document.ts';
import { prometheusRules } from './operator-alarms.ts';
import { reportTypesDocument } from './report-types-document.ts';
import { rolesDocument } from './roles-document.ts';
import { rulesDocument } from './rules-document.ts';
import { printSchema } from './schema-print.ts';
import { statesDocument } from './states-document.ts';
import { valueSetsDocument } from './value-sets-document.ts';

async function schemaDocument(): Promise<string> {
  const { database, drop } = await openTestDatabase(2);
  return printSchema(database).finally(drop);
}

/** The committed document must not depend on anybody's settings. */
const baseUrl = 'https://localhost:8443';

export async function printedDocuments(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['docs/states.md', statesDocument()],
    ['docs/roles.md', rolesDocument()],
    ['docs/configuration.md', configurationDocument()],
    ['docs/account-settings.md', accountSettingsDocument()],
    ['docs/metrics.md', await metricsDocument()],
    ['deploy/prometheus-rules.yml', prometheusRules()],
    ['docs/value-sets.md', valueSetsDocument()],
    ['docs/facts.md', factsDocument()],
    ['docs/rules.md', rulesDocument()],
    ['docs/report-types.md', reportTypesDocument()],
    ['docs/v1-and-v2.md', fieldMapDocument()],
    ['src/features/report-types/report-type-ids.json', `${JSON.stringify(reportTypeIds, null, 2)}\n`],
    ['docs/schema.sql', await schemaDocument()],
    ['docs/openapi-provider.json', printDocument(signedProtocolDocument())],
    ['docs/openapi-v1.json', printDocument(await v1Document(baseUrl))],
    ['docs/openapi-v2.json', printDocument(await v2Document(baseUrl))],
  ]);
}
