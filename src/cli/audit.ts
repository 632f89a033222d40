import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { type Anchors, read_anchors } from '#engine/audit/anchors.ts'
import { INSTALLATION } from '#engine/audit/chain.ts'
import { export_anchors } from '#engine/audit/export.ts'
import { list_calls } from '#engine/audit/list.ts'
import { type Chain, lacks_anchors, list_chains, verify_chain } from '#engine/audit/verify.ts'
import { refuse } from '#engine/outcomes.ts'
import { system_clock } from '#lib/clock.ts'
import { print_done, print_note, print_rows } from './print.ts'
import { find_org, in_session, type Session } from './session.ts'

const LISTED = '50'
const LISTED_MAX = 10_000

export function add_audit_commands(program: Command) {
  const audit = program.command('audit').description('the record of every call')

  audit
    .command('verify [org]')
    .description('find recorded calls that were edited, removed or inserted, in one or all chains')
    .option(
      '--from <path>',
      'anchors: a file or a folder of files, also compressed by gzip (default: the folder that AUDIT_ANCHORS names)',
    )
    .addHelpText(
      'after',
      `
Anchors are signed ends of chains that Tablero exported. Only with anchors can this command find calls that were removed
from the end of a chain, or a chain that was removed or written again. Any text can hold anchors, such as the file of a log server.
Calls after the newest anchor (column ANCHORED) are not covered.`,
    )
    .action((wanted: string | undefined, { from }: { from?: string }, command: Command) =>
      in_session(command, async (session) => {
        const { pool, config, json } = session
        const anchors = anchors_of(session, from)
        const rows = []
        const late: string[] = []
        for (const { org_id, name } of await chains_of(session, wanted, anchors)) {
          const verdict = await verify_chain(pool, config, org_id, anchors.by_org.get(org_id))
          if (lacks_anchors(verdict, system_clock.now())) late.push(name)
          rows.push({
            org_id,
            name,
            calls: Number(verdict.calls),
            anchored: Number(verdict.anchored),
            verdict: verdict.ok ? 'intact' : verdict.fault,
            head: verdict.ok ? verdict.hash.slice(0, 16) : '',
          })
        }
        print_rows(rows, { json, none: '' })
        for (const sentence of limits_of(anchors, late)) print_note(sentence)
        const broken = rows.filter(({ verdict }) => verdict !== 'intact')
        if (broken.length > 0)
          refuse(`${broken.length} audit chains are not intact. The column VERDICT names the fault.`)
        if (anchors.forged > 0) refuse(`${anchors.forged} anchors have a wrong signature: the anchors were changed.`)
      }),
    )

  audit
    .command('list [org]')
    .description('the newest recorded calls of an organization: who acted, for which agency, and how it ended')
    .option('--installation', 'what belongs to no organization: commands, and wrong keys without an owner')
    .option('--limit <calls>', 'number of calls', LISTED)
    .action((wanted: string | undefined, options: { installation?: true; limit: string }, command: Command) =>
      in_session(command, async (session) => {
        const { pool, json } = session
        const limit = Number(options.limit)
        if (!Number.isInteger(limit) || limit < 1 || limit > LISTED_MAX)
          refuse(`--limit must be a whole number from 1 to ${LISTED_MAX}.`)
        const { org_id } = options.installation ? { org_id: INSTALLATION } : await find_chain(session, wanted)
        const calls = await list_calls(pool, org_id, { limit })
        print_rows(
          calls.map((recorded) => ({ ...recorded })),
          { json, none: 'There is no recorded call.' },
        )
      }),
    )

  audit
    .command('anchor')
    .description('export anchors of all chains that grew, as Tablero does every ten minutes')
    .action((_options, command: Command) =>
      in_session(command, async ({ pool, config, json }) => {
        const anchors = await export_anchors(pool, config, config.anchors_to, system_clock.now())
        print_done(`Exported ${anchors} anchors.`, { anchors }, { json })
      }),
    )
}

async function chains_of(session: Session, wanted: string | undefined, { by_org }: Anchors): Promise<Chain[]> {
  if (wanted === undefined) return list_chains(session.pool, by_org.keys())
  return [await find_chain(session, wanted, by_org.keys())]
}

/** By id also the chain of an organization that was deleted. */
async function find_chain({ pool }: Session, wanted: string | undefined, anchored?: Iterable<string>): Promise<Chain> {
  const chains = await list_chains(pool, anchored)
  return chains.find(({ org_id }) => org_id === wanted) ?? find_org(pool, wanted)
}

/** The anchors in the given place, or in the folder to which this Tablero exports them. */
function anchors_of({ config }: Session, from: string | undefined): Anchors {
  const { protocol, href } = new URL(config.anchors_to.url)
  if (from !== undefined) return read_anchors(config, texts_of(from))
  return read_anchors(config, protocol === 'file:' ? texts_in(fileURLToPath(href)) : [])
}

function texts_of(path: string): string[] {
  try {
    return statSync(path).isDirectory() ? texts_in(path) : [text_in(path)]
  } catch {
    refuse(`The anchors cannot be read: ${path}.`)
  }
}

/** Of a text, also of one that was compressed. */
const TEXT_BYTES_MAX = 512 * 1024 ** 2

/** Log servers compress their older files by gzip. */
function text_in(path: string): string {
  const bytes = readFileSync(path)
  const is_compressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (is_compressed ? gunzipSync(bytes, { maxOutputLength: TEXT_BYTES_MAX }) : bytes).toString('utf8')
}

/** The texts of all files of a folder. There is no folder before the first export. */
function texts_in(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => text_in(join(folder, name)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Most chains that one sentence names. */
const NAMED_MAX = 10

/** What the check could not show. `late` are chains without recent anchors. */
function limits_of({ by_org, unreadable }: Anchors, late: string[]): string[] {
  const more = late.length > NAMED_MAX ? ` and ${late.length - NAMED_MAX} more` : ''
  return [
    ...(by_org.size > 0
      ? late.length > 0
        ? [
            `These chains have no recent anchor: ${late.slice(0, NAMED_MAX).join(', ')}${more}. Either exports ended, or the newest anchors are not here. Calls after the newest anchor could be removed without a sign.`,
          ]
        : []
      : [
          'There was no anchor to compare with. So this check cannot show whether calls were removed from the end of a chain, or whole chains. Name a file or folder of anchors with --from.',
        ]),
    ...(unreadable > 0
      ? [`${unreadable} anchors could not be checked: they are damaged, or signed with a master key that is not set.`]
      : []),
  ]
}
