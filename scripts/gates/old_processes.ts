// What a migration must not do while processes of the last release use the schema (docs/deploying.md, upgrades).

/** Migrations from before the first release, whose processes nobody upgrades one after the other. */
const BEFORE = '0123'

/** Migrations that may, with the reason. What the last release never used can go. */
const ALLOWED: Record<string, string> = {
  '0132_costs_of_shipping.sql':
    'It makes a published view again in its own transaction, with all columns of before. Processes name the columns that they read.',
}

const FAULTS: [form: RegExp, what: string][] = [
  [/\bdrop\s+(?:table|column|view|function|procedure|type)\b/i, 'drops what an old process can use'],
  [/\brename\s+(?:to|column)\b/i, 'renames what an old process can use'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'demands a value that an old process does not write'],
  [/\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i, 'demands a value that an old process does not write'],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, 'writes a table again, and nobody uses it meanwhile'],
  [/\badd\s+column\s[^;]*\bgenerated\s+always\b/i, 'writes a table again, and nobody uses it meanwhile'],
]

/** The faults of migrations, by name and content. */
export function stopping_old_processes(migrations: Map<string, Buffer>): string[] {
  return [...migrations].flatMap(([name, content]) => {
    if (name < BEFORE || name in ALLOWED) return []
    const sql = content.toString().replace(/--.*$/gm, '')
    const found = FAULTS.filter(([form]) => form.test(sql)).map(([, what]) => what)
    return [...new Set(found)].map(
      (what) =>
        `migrations/${name} ${what}. Leave it to the release after the next one, or name it in scripts/gates/old_processes.ts with its reason`,
    )
  })
}
