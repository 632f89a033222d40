import { type Command, InvalidArgumentError } from 'commander'
import type { Pool } from '#db/pool.ts'
import { read_scopes, type Scope, scopes } from '#domain/scopes.ts'
import { create_key, give_owner, list_keys, revoke_key } from '#engine/access/keys.ts'
import { refuse } from '#engine/outcomes.ts'
import { normalized_email } from '#engine/people/email.ts'
import { system_clock } from '#lib/clock.ts'
import { print_done, print_note, print_rows } from './print.ts'
import { find_org, in_session } from './session.ts'

function scopes_argument(text: string): Scope[] {
  if (text === 'all') return [...scopes]
  if (text === 'read') return [...read_scopes]
  const wanted = text.split(',').map((scope) => scope.trim())
  const unknown = wanted.filter((scope) => !scopes.includes(scope as Scope))
  if (unknown.length > 0)
    throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Scopes: all, read, or any of ${scopes.join(', ')}.`)
  return wanted as Scope[]
}

function instant_argument(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time) || time <= system_clock.now().getTime())
    throw new InvalidArgumentError('It must be a date or instant in the future, such as 2027-01-31.')
  return new Date(time).toISOString()
}

export function add_key_commands(program: Command) {
  const key = program.command('key').description('API keys of an organization')

  key
    .command('create')
    .description('create a key; it is printed only now')
    .requiredOption('--name <text>', 'what it is for')
    .requiredOption('--scopes <list>', 'all, read (every read scope), or scopes separated by commas', scopes_argument)
    .option('--expires <date>', 'when the key expires (default: never)', instant_argument)
    .option('--org <org>', 'organization, by id or name')
    .action(({ name, scopes, expires, org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        const wanted = { org_id, name, scopes, expires_at: expires }
        const made = await operate({ as: 'system', org_id, input: wanted }, (db) => create_key(db, wanted))
        if (!json) print_note('Store the key safely. It cannot be shown again.')
        print_done(made.key, { org_id, ...made }, { json })
      }),
    )

  key
    .command('list')
    .description('keys and their scopes, without the secret parts')
    .option('--org <org>', 'organization, by id or name')
    .action(({ org }, command: Command) =>
      in_session(command, async ({ pool, json }) => {
        const { org_id } = await find_org(pool, org)
        const keys = await list_keys(pool, org_id)
        const rows = keys.map(({ scopes, ...rest }) => ({ ...rest, scopes })) // the longest column comes last
        print_rows(rows, { json, none: 'No keys yet: tablero key create --help' })
      }),
    )

  key
    .command('assign <key> <email>')
    .description(
      'give a key, by its id or prefix (svc_…), to a member; the key of an agency then acts on their clients',
    )
    .option('--org <org>', 'organization, by id or name')
    .action((wanted: string, given: string, { org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        const { key_id, name } = await find_key(pool, org_id, wanted)
        const email = normalized_email(given)
        const { user_id } = await operate({ as: 'system', org_id, input: { key_id, email } }, (db) =>
          give_owner(db, { org_id, key_id, email }),
        )
        print_done(`${name} belongs to ${email}.`, { key_id, user_id }, { json })
      }),
    )

  key
    .command('revoke <key>')
    .description('revoke a key, given by its id or prefix (svc_…), within a second')
    .option('--org <org>', 'organization, by id or name')
    .action((wanted: string, { org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        const found = await find_key(pool, org_id, wanted)
        const { key_id } = found
        const revoked = await operate({ as: 'system', org_id, input: { key_id } }, (db) =>
          revoke_key(db, { org_id, key_id }),
        )
        const sentence = revoked ? `Revoked ${found.name} (${found.prefix}).` : `${found.name} was revoked before.`
        print_done(sentence, { key_id: found.key_id, revoked }, { json })
      }),
    )
}

async function find_key(pool: Pool, org_id: string, wanted: string) {
  const keys = await list_keys(pool, org_id)
  const found = keys.find(({ key_id, prefix }) => key_id === wanted || wanted.startsWith(prefix))
  return found ?? refuse('This organization has no such key (tablero key list shows them).')
}
