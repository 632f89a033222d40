// The roles that processes log in as. Calls, jobs, SQL of callers, accounts and work across organizations have a login each, which can become
// none of the others. The owner of the database only migrates, backs up and restores.
import { createHmac, hash, hkdfSync, pbkdf2Sync } from 'node:crypto'
import pg from 'pg'
import { with_connection } from '#db/connection.ts'
import { Seal } from '#db/seal.ts'
import { Mistake } from '#lib/mistakes.ts'

/** The group of each login. Migrations give rights to groups, and a login has those of its group only. */
export const groups = {
  calls: 'tablero_app',
  work: 'tablero_work',
  system: 'tablero_system',
  sql: 'tablero_sql',
  auth: 'tablero_auth',
} as const
/** The role that owns the published views. Nobody logs in as it. */
const VIEWS = 'tablero_views'
export type LoginName = keyof typeof groups
export const login_names = Object.keys(groups) as LoginName[]

export interface Login {
  user: string
  password: string
}

/** What a process needs to log in, and to name the organization of a transaction. */
export interface Credentials {
  logins: Record<LoginName, Login>
  seal: Seal
  /** True: somebody else created the logins, and `prepare_logins` leaves them alone. */
  are_given: boolean
}

const PASSWORD_BYTES = 32
const SCRAM_ITERATIONS = 4_096
/** Maximum size of temporary files of one session in which SQL of callers runs. Without it a sort can write gigabytes in seconds. */
const SPILLED_MAX = '256MB'

/**
 * With these settings a session of every login begins. PostgreSQL's own log repeats values of rows and of callers in its errors, so errors
 * are not in it. The log of Tablero has them without these values.
 */
const SETTINGS = { log_min_messages: 'log' }
/**
 * With these settings in addition a session for SQL of callers begins. Its statements are in no list of the server: the sessions of all
 * organizations have one login, and would see the signed value of another one.
 */
const SQL_SETTINGS = { default_transaction_read_only: 'on', temp_file_limit: SPILLED_MAX, track_activities: 'off' }
/** Settings of a role that only a superuser may make, or an owner to whom a superuser granted it (deploy/postgres/owner.sql). */
const FOR_SUPERUSERS = new Set(['log_min_messages', 'temp_file_limit', 'track_activities'])
const NOT_ALLOWED = '42501'
/** A role that something else in the server still names. */
const IN_USE = '2BP01'

const derived = (master_key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master_key, '', `tablero ${purpose}`, PASSWORD_BYTES))

/** Logins have the name of their master key, so that processes with an earlier key still log in while a new one is introduced. */
const id_of = (master_key: Buffer): string => derived(master_key, 'logins').toString('hex').slice(0, 8)

/** The credentials of a master key. `given` are logins that somebody else has created. */
export function credentials_of(master_key: Buffer, given?: Record<LoginName, Login>): Credentials {
  const id = id_of(master_key)
  const login = (name: LoginName): Login => ({
    user: `tablero_${name}_${id}`,
    password: derived(master_key, `password of ${name}`).toString('base64url'),
  })
  const logins = Object.fromEntries(login_names.map((name) => [name, login(name)])) as Record<LoginName, Login>
  return { logins: given ?? logins, seal: new Seal(id, derived(master_key, 'organization')), are_given: !!given }
}

/** The address of a database for another role. */
export function url_for({ user, password }: Login, database_url: string): string {
  const url = new URL(database_url)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return url.href
}

/** True if the address names the role that owns the database. Without a role, a process can neither migrate nor back up. */
export const names_owner = (database_url: string): boolean => new URL(database_url).username !== ''

/** The address with the role that owns the database. Throws when there is none. */
export function owner_url_of({ database_url }: { database_url: string }): string {
  if (names_owner(database_url)) return database_url
  throw new Mistake('This needs the role that owns the database. Set DATABASE_URL to an address that names it.')
}

/** Creates the logins and stores what verifies the organization. The role of `owner_url` owns the database. Repeatable. */
export async function prepare_logins(owner_url: string, { logins, seal, are_given }: Credentials): Promise<void> {
  await with_connection(owner_url, 'tablero logins', async (db) => {
    await db.query(
      `insert into org_seals (seal_id, inner_key, outer_key) values ($1, $2, $3) on conflict (seal_id) do nothing`,
      [seal.id, seal.inner_key, seal.outer_key],
    )
    if (are_given) return
    for (const name of login_names) await prepare_login(db, name, logins[name])
  })
}

async function prepare_login(db: pg.Client, name: LoginName, { user, password }: Login): Promise<void> {
  const role = pg.escapeIdentifier(user)
  const { rows } = await db.query<{ is_made: boolean; settings: string[]; connects: boolean }>(
    `select pg_has_role(r.oid, $2, 'member') as is_made, coalesce(rolconfig, '{}') as settings, exists (
       select from pg_database d, aclexplode(d.datacl) a where d.datname = current_database() and a.grantee = r.oid) as connects
     from pg_roles r where rolname = $1 and rolcanlogin`,
    [user, groups[name]],
  )
  const [found] = rows
  if (!found?.is_made) {
    const verifier = pg.escapeLiteral(scram_verifier(password, user))
    const kind = 'login inherit nosuperuser nobypassrls nocreatedb nocreaterole'
    await unless_another(db, `create role ${role} ${kind} in role ${groups[name]} password ${verifier}`)
  }
  // Says that this database uses the role, so that another Tablero of the server does not drop it.
  if (!found?.connects)
    await unless_another(db, `grant connect on database ${pg.escapeIdentifier(db.database ?? '')} to ${role}`)
  const wanted = name === 'sql' ? { ...SETTINGS, ...SQL_SETTINGS } : SETTINGS
  for (const [setting, value] of Object.entries(wanted))
    if (!found?.settings.includes(`${setting}=${value}`))
      await unless_another(db, `alter role ${role} set ${setting} = '${value}'`).catch((error) => {
        // A remedy names the refusal as its cause.
        const { code } = error.cause ?? error
        if (code !== NOT_ALLOWED || !FOR_SUPERUSERS.has(setting)) throw error
      })
}

/** Runs the statement, unless another process does the same at the same moment. */
async function unless_another(db: pg.Client, statement: string): Promise<void> {
  await db.query(statement).catch((error) => {
    if (/^(42710|23505)$/.test(error.code) || /concurrently updated/.test(error.message)) return
    refuse_without_roles(db, error)
    throw error
  })
}

/** Names the remedy when the owner of the database may not create the roles, or not grant those that another Tablero of the server made. */
export function refuse_without_roles(db: pg.Client, error: pg.DatabaseError): void {
  if (error.code !== '42501' || !/\brole\b/.test(error.message)) return
  const user = pg.escapeIdentifier(db.user ?? '')
  throw new Mistake(
    `The role ${user} may not create or grant roles (${error.message}). Run as a superuser: alter role ${user} createrole; and where another Tablero of this server made them: grant ${[...Object.values(groups), VIEWS].join(', ')} to ${user} with admin option;`,
    { cause: error },
  )
}

/** Removes the seals of every other master key, and its logins if no other database of the server uses them. */
export async function forget_other_logins(owner_url: string, { seal }: Credentials): Promise<void> {
  await with_connection(owner_url, 'tablero logins', async (db) => {
    const { rows } = await db.query<{ seal_id: string }>(
      'delete from org_seals where seal_id <> $1 returning seal_id',
      [seal.id],
    )
    const users = rows.flatMap(({ seal_id }) => login_names.map((name) => `tablero_${name}_${seal_id}`))
    for (const user of users) await forget_login(db, user)
  })
}

async function forget_login(db: pg.Client, user: string): Promise<void> {
  const role = pg.escapeIdentifier(user)
  const { rowCount } = await db.query('select from pg_roles where rolname = $1', [user])
  if (rowCount === 0) return
  await db.query(`revoke connect on database ${pg.escapeIdentifier(db.database ?? '')} from ${role}`)
  await db.query(`drop role ${role}`).catch((error) => {
    if (error.code !== IN_USE) throw error
  })
}

/** What PostgreSQL stores of a password, so that the password itself is in no statement and no log. RFC 5802 and 7677. */
function scram_verifier(password: string, user: string): string {
  const salt = hash('sha256', `${user} ${password}`, 'buffer').subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256')
  const key = (about: string) => createHmac('sha256', salted).update(about).digest()
  const stored = hash('sha256', key('Client Key'), 'base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}
