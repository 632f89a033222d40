import type { Command } from 'commander'
import { forget_other_logins, names_owner } from '#db/logins.ts'
import { list_orgs } from '#engine/access/orgs.ts'
import { rewrap_audit_key } from '#engine/audit/chain.ts'
import { list_chains } from '#engine/audit/verify.ts'
import { reseal_signing_secrets } from '#engine/outbound_webhooks/reseal.ts'
import { rotate_data_key } from '#engine/vendors/secrets.ts'
import { print_done } from './print.ts'
import { in_session } from './session.ts'

export function add_secrets_commands(program: Command) {
  program
    .command('secrets')
    .description('the keys that encrypt the secrets of connections')
    .command('rotate')
    .description('encrypt all secrets with new data keys, and these with MASTER_KEY, while Tablero runs')
    .addHelpText(
      'after',
      `
To change the master key, start every process with the new key as MASTER_KEY and the old key in OLD_MASTER_KEYS.
Run this command with the same two settings. Then start every process again without OLD_MASTER_KEYS.`,
    )
    .action((_options, command: Command) =>
      in_session(command, async ({ pool, config, database, json, operate }) => {
        let secrets = 0
        // Chains of deleted organizations have keys too.
        const chains = await list_chains(pool)
        for (const { org_id } of chains) {
          secrets += await operate({ org_id, statement_timeout_ms: 0 }, async (db) => {
            await rewrap_audit_key(db, config, org_id)
            await reseal_signing_secrets(db, config, org_id)
            return rotate_data_key(db, config, org_id)
          })
        }
        if (names_owner(database.database_url)) await forget_other_logins(database.database_url, config.credentials)
        const orgs = await list_orgs(pool)
        print_done(
          `Rotated the keys of ${orgs.length} organizations and encrypted the secrets of ${secrets} connections again.`,
          { orgs: orgs.length, secrets },
          { json },
        )
      }),
    )
}
