import type { Command } from 'commander'
import { forget_other_logins, names_owner } from '#db/logins.ts'
import { list_orgs } from '#engine/access/orgs.ts'
import { rewrap_audit_key } from '#engine/audit/chain.ts'
import { list_chains } from '#engine/audit/verify.ts'
import { reseal_signing_secrets } from '#engine/outbound_webhooks/reseal.ts'
import { refuse } from '#engine/outcomes.ts'
import { rotate_data_key } from '#engine/vendors/secrets.ts'
import { print_done } from './print.ts'
import { in_session, type Session } from './session.ts'

export function add_secrets_commands(program: Command) {
  program
    .command('secrets')
    .description('the keys that encrypt the secrets of connections')
    .command('rotate')
    .description('encrypt all secrets with new data keys, and these with MASTER_KEY, while Tablero runs')
    .addHelpText(
      'after',
      `
To change the master key, set the new key as MASTER_KEY and the old key in OLD_MASTER_KEYS, for each command and process:
  1. Run npx tablero migrate, with the address of the role that owns the database.
  2. Start every process again.
  3. Run this command with the same address. It also removes the logins of the old key.
  4. Start every process again without OLD_MASTER_KEYS.`,
    )
    .action((_options, command: Command) => in_session(command, rotate))
}

async function rotate({ pool, config, database, json, operate }: Session): Promise<void> {
  if (!names_owner(database.database_url))
    refuse(
      'Only the role that owns the database can remove the logins of other master keys. Set DATABASE_URL to an address that names this role. Nothing was changed.',
    )
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
  const { reencrypt_accounts } = await import('#accounts/reencrypt.ts') // loads a library that other commands do not need
  const accounts = await reencrypt_accounts(pool, config)
  await forget_other_logins(database.database_url, config.credentials)
  const orgs = await list_orgs(pool)
  print_done(
    `Rotated the keys of ${orgs.length} organizations, and encrypted again the secrets of ${secrets} connections and ${accounts.values} values of second factors and apps.`,
    { orgs: orgs.length, secrets, accounts: accounts.values, unreadable: accounts.unreadable },
    { json },
  )
  if (accounts.unreadable > 0)
    refuse(
      `${accounts.unreadable} values of second factors and apps need a master key that is not configured. Add this key to OLD_MASTER_KEYS, and run the command again.`,
    )
}
