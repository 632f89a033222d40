// Every generated file of the project, by path.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKSUMS, checksums_txt } from '../gates/migrations.ts'
import { openapi_json, tools_md } from './api.ts'
import { configuration_md } from './configuration.ts'
import { connectors_md } from './connectors.ts'
import { org_tables_ts, schema_md, schema_ts } from './database.ts'
import { pages_tools_ts } from './pages.ts'
import { platforms_md } from './platforms.ts'
import { recommendations_md } from './recommendations.ts'
import { roles_md } from './roles.ts'
import { webhook_events_md } from './webhook_events.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `database_url` is a database with the newest schema. */
export async function generated_files(database_url: string): Promise<Record<string, string>> {
  return {
    'dashboard/src/api/tools.ts': await pages_tools_ts(),
    'docs/configuration.md': configuration_md(),
    'docs/connectors.md': connectors_md(),
    'docs/openapi.json': openapi_json(),
    'docs/platforms.md': platforms_md(),
    'docs/recommendations.md': recommendations_md(),
    'docs/roles.md': roles_md(),
    'docs/schema.md': await schema_md(database_url),
    'docs/tools.md': tools_md(),
    'docs/webhook_events.md': webhook_events_md(),
    [CHECKSUMS]: await checksums_txt(ROOT),
    'src/db/org_tables.ts': await org_tables_ts(database_url),
    'src/db/schema.ts': await schema_ts(database_url),
  }
}

/** Paths of files that differ from the generated text. */
export async function outdated(files: Record<string, string>, root = ROOT): Promise<string[]> {
  const found: string[] = []
  for (const [path, text] of Object.entries(files)) {
    const there = await readFile(join(root, path), 'utf8').catch(() => undefined)
    if (there !== text) found.push(path)
  }
  return found
}

export async function write_files(files: Record<string, string>, paths: string[]): Promise<void> {
  for (const path of paths) await writeFile(join(ROOT, path), files[path]!)
}
