// A local certificate that is issued once and copied for every program under test: issuing takes a quarter of a
// second.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureLocalCertificate } from '../../src/platform/http/local-certificate.ts';
import { sharedFolder } from './database.ts';

/** @param dataDir the program's folder; an existing certificate stays */
export async function copyPreparedCertificate(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'tls');
  if (existsSync(folder)) return;
  const prepared = join(sharedFolder(), 'tls');
  await ensureLocalCertificate(prepared, new Date());
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  mkdirSync(folder, { mode: 0o700 });
  for (const name of ['key.pem', 'certificate.pem', 'authority.pem']) cpSync(join(prepared, name), join(folder, name));
}
