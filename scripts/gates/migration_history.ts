// What the repository's history says of each migration. A commit can change a migration together with its checksum, but not the history.
import { createHash } from 'node:crypto'
import { git_of, missing_history } from './git.ts'

/** The branches that others may have applied, in this order. A clone without them has only its own commits. */
const MAIN_BRANCHES = ['main', 'origin/main']

/**
 * Migrations that changed after their first commit, with git's id of the content that counts since then, or null when they were deleted.
 * No database outside of the developers' machines had applied them.
 */
const CHANGED: Record<string, string | null> = {
  '0007_mail_contacts_fx.sql': '53ed7c0c4d91decb013c228cb2db2ad3b56e2b4c',
  '0008_turns_and_jobs.sql': 'ee1bae938e1311d0025152305a3559e5b81ae224',
  '0012_audit_and_idempotency.sql': 'b7258f2707c1af171f9b7c4812916b4ad0300934',
  '0022_record_changes.sql': null,
  '0025_runs.sql': null,
  '0027_coverage.sql': '52663a18b11c15a156bcbc5586196eaea383dadc',
  '0030_orders_as_they_are.sql': 'b00f9275d29503421e93d711d852261f9a655abb',
  '0033_people_and_unreadable_fields.sql': 'b05165c7f19ec9d4ddfeba714313c8e949ee80a4',
  '0039_countries_and_devices.sql': 'ac2c1f458b4519c1c22cd7a63080ae4b504568a6',
  '0041_first_orders.sql': 'ed030039bf1fa4d1b1be4bacdf70d3b4f03db3f3',
  '0043_what_processes_keep.sql': '41a9c069b9035b3355ea3f9a530ee137e898d6e9',
  '0058_vendor_budgets.sql': 'c54206b3542257842d9bd47463ef31579514182d',
  '0065_people.sql': '2e5dff0dbbb102e1edf9e2ed9467adf549ebdfcb',
  '0072_notifications.sql': 'e2f2fad3394d56e4f2b47314c090313ecf57304b',
  '0074_actions.sql': 'c2d52c7c3cfda4468b9d80d4783cc282306d600e',
  '0075_recommendations.sql': 'a1cf5ff437684c0b068b165970bfeeea0d45f43e',
  '0078_stranger_reads.sql': null,
  '0082_functions_beside_workers.sql': 'd574edb6d92d20dee8fca2e37d8de61b72264140',
  '0085_products_out_of_stock.sql': null,
  '0087_limits_of_changes.sql': '4a59e91354c776256c0f8c14f49cfedfab796411',
  '0087_orders_that_look_imported.sql': null,
  '0088_accounts_that_nobody_chose.sql': '5403bbf06bb3f26edeb10e2572aebf2770d54291',
  '0090_limits_of_changes.sql': null,
  '0094_accounts_of_others.sql': null,
  '0120_searches_of_contacts.sql': null,
}

export interface MigrationHistory {
  /** The content that each migration must have, as git's id. Null: it was deleted, and stays deleted. */
  ids: Map<string, string | null>
  /** Why the history says nothing, for example 'the history is shallow'. */
  missing?: string
}

/** Git's id of a file's content. */
export function blob_id(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}

/** Reads the commits of the main branch that this checkout contains. A branch may change its own migrations until they are merged. */
export async function migration_history(root: string): Promise<MigrationHistory> {
  const git = git_of(root)
  const missing = await missing_history(git)
  if (missing) return { ids: new Map(), missing }
  const bases = await Promise.all(MAIN_BRANCHES.map((name) => git('merge-base', 'HEAD', name).catch(() => undefined)))
  const base = bases.find((one) => one) ?? 'HEAD'
  const range = ['--first-parent', '--reverse', base, '--', 'migrations/*.sql']
  const log = await git('log', '--format=', '--raw', '--no-renames', '--no-abbrev', '--relative', ...range)
  if (!log) return { ids: new Map(), missing: 'no commit of migrations' }
  return { ids: first_ids(log) }
}

/** The first content of each file, or the one that an exception names. */
function first_ids(log: string): Map<string, string | null> {
  const ids = new Map<string, string | null>()
  for (const line of log.split('\n')) {
    const [change, path] = line.split('\t') as [string, string]
    const name = path.slice('migrations/'.length)
    if (!ids.has(name)) ids.set(name, name in CHANGED ? CHANGED[name]! : change.split(' ')[3]!)
  }
  return ids
}
