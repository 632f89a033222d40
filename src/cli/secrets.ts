import type { Command } from 'commander'
import { list_orgs } from '#engine/access/orgs.ts'
import { rewrap_audit_key } from '#engine/calls/audit.ts'
import { rotate_data_key } from '#engine/vendors/secrets.ts'
import { print_done } from './print.ts'
import { in_session } from './session.ts'

export function add_secrets_commands(program: Command) {
  program
    .command('secrets')
    .description('the keys that protect what connections need to sign in')
    .command('rotate')
    .description('new data keys for all organizations, sealed with MASTER_KEY; beside a running Tablero, which goes on')
    .addHelpText(
      'after',
      `
To change the master key: start every process with the new one as MASTER_KEY and the old one in OLD_MASTER_KEYS, run this
command with the same two, then start them again without OLD_MASTER_KEYS.`,
    )
    .action((_options, command: Command) =>
      in_session(command, async ({ pool, config, json, operate }) => {
        let secrets = 0
        const orgs = await list_orgs(pool)
        for (const { org_id } of orgs) {
          secrets += await operate({ org_id, statement_timeout_ms: 0 }, async (db) => {
            await rewrap_audit_key(db, config, org_id)
            return rotate_data_key(db, config, org_id)
          })
        }
        print_done(
          `Rotated the keys of ${orgs.length} organizations; ${secrets} connections sealed again.`,
          { orgs: orgs.length, secrets },
          { json },
        )
      }),
    )
}
