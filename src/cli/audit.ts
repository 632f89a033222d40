import type { Command } from 'commander'
import { list_orgs } from '#engine/access/orgs.ts'
import { verify_chain } from '#engine/calls/audit.ts'
import { refuse } from '#engine/outcomes.ts'
import { print_rows } from './print.ts'
import { find_org, in_session } from './session.ts'

export function add_audit_commands(program: Command) {
  program
    .command('audit')
    .description('the record of every call')
    .command('verify [org]')
    .description('find recorded calls that were edited, removed or inserted, in one or all organizations')
    .action((wanted: string | undefined, _options, command: Command) =>
      in_session(command, async ({ pool, config, json }) => {
        const orgs = wanted === undefined ? await list_orgs(pool) : [await find_org(pool, wanted)]
        const rows = []
        for (const { org_id, name } of orgs) {
          const verdict = await verify_chain(pool, config, org_id)
          rows.push({
            org_id,
            name,
            calls: Number(verdict.calls),
            verdict: verdict.ok ? 'intact' : verdict.fault,
            head: verdict.ok ? verdict.hash.slice(0, 16) : '',
          })
        }
        print_rows(rows, { json, none: 'There is no organization yet.' })
        const broken = rows.filter(({ verdict }) => verdict !== 'intact')
        if (broken.length > 0)
          refuse(
            `The audit chains of ${broken.length} organization(s) are not intact. The column VERDICT names the fault.`,
          )
      }),
    )
}
