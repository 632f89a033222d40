import type { Command } from 'commander'
import { connectors } from '#connectors/index.ts'
import { sign_ins } from '#connectors/sign_ins.ts'
import { in_org } from '#db/org.ts'
import { expire } from '#engine/approvals/decide.ts'
import { credentials_by_hand } from '#engine/connector/platform.ts'
import type { Connector } from '#engine/connector.ts'
import { enqueue_on } from '#engine/job.ts'
import { Refusal, refuse } from '#engine/outcomes.ts'
import { with_connection } from '#engine/sync/connected.ts'
import { cancel_syncs_of } from '#engine/sync/runs.ts'
import { list_platform_accounts } from '#engine/sync/test_connection.ts'
import { create_connection, disconnect, refuse_duplicate, update_connection } from '#engine/vendors/connections.ts'
import { check_credentials, given_fields, refuse_unknown } from '#engine/vendors/credential_fields.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { withdraw_access } from '#jobs/withdraw_access.ts'
import { system_clock } from '#lib/clock.ts'
import { ask_fields, confirm, terminal } from './ask.ts'
import { end_access } from './end_access.ts'
import { add_platforms_command, find_platform, template_of } from './platforms.ts'
import { print_done, print_note, print_rows } from './print.ts'
import { find_org, in_app, in_session, json_argument, type Session } from './session.ts'

const org_option = ['--org <org>', 'organization, by id or name'] as const

export function list_connections({ pool }: Session, org_id: string) {
  return in_org(pool, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('connections')
      .select(['connection_id', 'platform', 'name', 'status', 'needs_reconnection', 'last_sync_at', 'last_error'])
      .orderBy('connection_id')
      .execute(),
  )
}

/** Finds a connection by id, name or platform. An active one takes precedence. */
async function find_connection(session: Session, org_id: string, wanted: string) {
  const all = await list_connections(session, org_id)
  const is_meant = ({ connection_id, name, platform }: (typeof all)[number]) =>
    [connection_id, name.toLowerCase(), platform].includes(wanted) || name.toLowerCase() === wanted.toLowerCase()
  const meant = all.filter(is_meant)
  const active = meant.filter(({ status }) => status === 'active')
  const found = active.length > 0 ? active : meant
  if (found.length === 1) return found[0]!
  return refuse(
    found.length === 0
      ? `No connection has the id, name or platform '${wanted}' (tablero connection list shows all).`
      : `${found.length} connections match '${wanted}': use the id (tablero connection list shows it).`,
  )
}

/** Why a connection was left out. Only a person can connect it again, in the dashboard or with new secrets. */
export const must_connect_again = (connection_id: string) =>
  `it must be connected again. Do it in the dashboard, or with tablero connection update ${connection_id} --secrets.`

export interface Credentials {
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

/** The given values when they are valid. Otherwise asks at a terminal for what is missing, or refuses with a template. */
async function complete(key: string, connector: Connector, given: Credentials): Promise<Credentials> {
  refuse_unknown(key, connector, given)
  try {
    check_credentials(key, connector, given)
    return given
  } catch (error) {
    const ask = terminal()
    if (!ask) throw error instanceof Refusal ? new Refusal('error', `${error.message}\n\n${template_of(key)}`) : error
    const { platform } = connector
    print_note(`${platform.product}. ${credentials_by_hand(platform).replaceAll('`', '')}\n`)
    const settings = await ask_fields(ask, given_fields(connector.settings), given.settings)
    const options = { is_hidden: true }
    const secrets = await ask_fields(ask, given_fields(connector.auth.secrets), given.secrets, options)
    return { settings, secrets: secrets as Record<string, string> }
  }
}

export function add_connection_commands(program: Command) {
  const connection = program.command('connection').description('platform accounts of an organization')
  add_platforms_command(connection)
  add_list_command(connection)
  add_add_command(connection)
  add_update_command(connection)
  add_test_command(connection)
  add_remove_command(connection)
}

function add_list_command(connection: Command) {
  connection
    .command('list')
    .description('connections and the result of their last sync')
    .option(...org_option)
    .action(({ org }, command: Command) =>
      in_session(command, async (session) => {
        const { org_id } = await find_org(session.pool, org)
        const none = 'No connections yet: tablero connection platforms shows what can be connected.'
        print_rows(await list_connections(session, org_id), { json: session.json, none })
      }),
    )
}

function add_add_command(connection: Command) {
  connection
    .command('add <platform>')
    .description('connect a platform with existing credentials; asks for what is missing; prints the id')
    .option('--name <text>', 'name of the connection (default: the platform)')
    .option('--settings <json>', 'JSON object, @file, or - for standard input', json_argument, {})
    .option('--secrets <json>', 'JSON object, @file, or - for standard input; stored encrypted', json_argument, {})
    .option(...org_option)
    .action(async (wanted: string, { name, org, ...given }, command: Command) => {
      const platform = find_platform(wanted)
      await in_session(command, async ({ pool, config, json, operate }) => {
        const { org_id } = await find_org(pool, org) // before a person types values, which an error would lose
        const credentials = await complete(platform, connectors[platform]!, given)
        const made = { org_id, platform, name: name ?? platform, ...credentials }
        const parts = { ...config, connectors }
        const input = { platform, name: made.name, settings: made.settings }
        const connection_id = await operate({ org_id, input }, async (db) => {
          await refuse_duplicate(db, parts, made)
          return create_connection(db, parts, made)
        })
        const next = `Next: npx tablero connection test ${connection_id}, then npx tablero sync now`
        print_done(`Connected ${made.name}: ${connection_id}\n${next}`, { connection_id }, { json })
      })
    })
}

function add_update_command(connection: Command) {
  connection
    .command('update <connection>')
    .description('change the name, settings or secrets of a connection, given by id, name or platform')
    .option('--name <text>', 'new name')
    .option('--settings <json>', 'settings to change: JSON object, @file, or -', json_argument)
    .option('--secrets <json>', 'secrets to change: JSON object, @file, or -; stored encrypted', json_argument)
    .option(...org_option)
    .action((wanted: string, { name, settings, secrets, org }, command: Command) =>
      in_session(command, async (session) => {
        if (!name && !settings && !secrets) refuse('Name what to change: --name, --settings or --secrets.')
        const { pool, config, json, operate } = session
        const { org_id } = await find_org(pool, org)
        const found = await find_connection(session, org_id, wanted)
        const { connection_id } = found
        if (found.status !== 'active') refuse(`${found.name} was removed. Connect it again: tablero connection add`)
        refuse_unknown(found.platform, connectors[found.platform]!, { settings, secrets })
        const parts = { ...config, connectors }
        const is_other_grant = names_grant(found.platform, secrets)
        await operate({ org_id, input: { connection_id, name, settings } }, async (db) => {
          const now = system_clock.now()
          if (settings || secrets) await cancel_syncs_of(db, connection_id, now)
          await update_connection(db, parts, { org_id, connection_id, name, settings, secrets, is_other_grant, now })
        })
        print_done(`Changed ${name ?? found.name}.`, { connection_id }, { json })
      }),
    )
}

/** A new secret of the same app leaves the grant of the person as it is, with its permissions and its end. */
function names_grant(platform: string, secrets: Record<string, string> = {}): boolean {
  const of_app = sign_ins[platform]?.kept_as?.client_secret ?? 'client_secret'
  return Object.keys(secrets).some((name) => name !== of_app)
}

function add_test_command(connection: Command) {
  connection
    .command('test <connection>')
    .description('sign in to the platform and list the accounts, without reading data')
    .option(...org_option)
    .action((wanted: string, { org }, command: Command) =>
      in_app(command, async (session) => {
        const { org_id } = await find_org(session.pool, org)
        const { connection_id, name } = await find_connection(session, org_id, wanted)
        await session.operate({ org_id, input: { connection_id } }, async () => {})
        const { signal } = new AbortController()
        const accounts = await list_platform_accounts(session.app.engine, { org_id, connection_id, signal }).catch(
          (error: unknown) => {
            if (error instanceof VendorRefusal) refuse(`${name} does not work: ${error.message}`)
            throw error
          },
        )
        if (accounts === 'busy') refuse(`A sync of ${name} is running, so its sign-in works. Test after its end.`)
        if (accounts === undefined) refuse(`${name} was removed, or must be connected again: tablero connection update`)
        const none = `${name} signs in, but the platform shows no account. Check the permissions.`
        print_rows(accounts, { json: session.json, none })
        if (accounts.length === 0) process.exitCode = 1
      }),
    )
}

function add_remove_command(connection: Command) {
  connection
    .command('remove <connection>')
    .description('end a connection and its access at the platform; its data stays, unless --with-data is given')
    .option('--with-data', 'delete everything that was read through it, too')
    .option('--yes', 'do not ask before data is deleted')
    .option(...org_option)
    .action((wanted: string, { withData, yes, org }, command: Command) =>
      in_app(command, async (session) => {
        const { engine } = session.app
        const { org_id } = await find_org(session.pool, org)
        const { connection_id, name } = await find_connection(session, org_id, wanted)
        if (withData) await confirm(name, `This deletes ${name} and all data that was read through it.`, { yes })
        const at = { org_id, input: { connection_id, with_data: withData === true }, statement_timeout_ms: 0 }
        await session.operate(at, async (db) => {
          const now = system_clock.now()
          await cancel_syncs_of(db, connection_id, now)
          await disconnect(db, connection_id, now)
          await expire(db, now)
          // The job needs the connection, so before its deletion the command does the same.
          if (!withData) await enqueue_on(db, engine.jobs)(withdraw_access, { connection_id })
        })
        if (withData) {
          await end_access(engine, { org_id, connection_id, name })
          await delete_data(session, { org_id, connection_id, name })
        }
        const sentence = withData ? `Removed ${name} and its data.` : `Removed ${name}. Its data stays.`
        print_done(sentence, { connection_id, with_data: withData === true }, { json: session.json })
      }),
    )
}

/** Deletes the connection under the lock of its sync, so that no sync stores rows at the same time. */
async function delete_data({ pool }: Session, place: { org_id: string; connection_id: string; name: string }) {
  const { connection_id, name } = place
  const end = await with_connection({ pool }, place, (session) =>
    session.transaction((db) => db.deleteFrom('connections').where('connection_id', '=', connection_id).execute()),
  )
  if (end === 'busy') refuse(`A sync of ${name} is ending. Run the same command again.`)
}
