// The only reader of the environment. Validates and freezes everything once, at start. Each error is one sentence that names the
// variable, never its value, because the value may be a secret.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type Credentials, credentials_of } from '#db/logins.ts'
import { account_variables } from './accounts.ts'
import { type Apps, app_variables, read_apps } from './apps.ts'
import { chromium_of } from './chromium.ts'
import { kept_master_key, key_of_command, MASTER_KEY_FILE, read_if_there } from './master_key.ts'
import { messaging_variables, read_messaging } from './messaging.ts'
import {
  age_recipients,
  anchor_address,
  base64_key,
  ConfigFault,
  command,
  headers,
  logins,
  MASTER_KEY_BYTES,
  networks,
  one_of,
  s3_key,
  url_of,
  web_url,
  whole_number,
  with_tls,
} from './schemas.ts'
import { trace_variables } from './traces.ts'

export { ConfigFault }

export const roles = ['api', 'worker', 'all'] as const
export const log_levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every variable that Tablero reads. `docs/configuration.md` is generated from this table. */
export const variables = {
  PORT: {
    about: 'Port of the HTTP server. With 0 the system chooses a free port.',
    default: '3000',
    schema: whole_number(0, 65_535),
  },
  HOST: {
    about: 'Address that the HTTP server listens on. 0.0.0.0 opens the server to the network.',
    default: '127.0.0.1',
    schema: z.string(),
  },
  BASE_URL: {
    about: 'Address at which callers reach Tablero, used in links. Default: http://HOST:PORT.',
    schema: web_url,
  },
  DATA_DIR: {
    about: 'Folder of the files that Tablero keeps: the embedded PostgreSQL and the generated master key.',
    default: './data',
    schema: z.string().transform((path) => resolve(path)),
  },
  DATABASE_URL: {
    about:
      'A PostgreSQL 15 or newer to use instead of the embedded one. Its user must own the database and have the right to create roles. Only migrations, backups, restores and `npx tablero secrets rotate` use this role. Without a user in the address, a process uses only the logins of Tablero and cannot migrate.',
    schema: url_of(['postgres', 'postgresql']),
  },
  DATABASE_LOGINS: {
    about:
      'Logins that somebody else created: calls, work, system, sql and auth, each as name=user:password, separated by commas, values percent-encoded. Default: Tablero creates its logins, with passwords derived from the master key.',
    schema: logins,
  },
  SQL_DATABASE_URL: {
    about:
      'Another server for the SQL of callers (run_readonly_sql), such as a replica of DATABASE_URL, so that no such statement takes memory of the main one. The user in the address is not used.',
    schema: url_of(['postgres', 'postgresql']),
  },
  DATABASE_CA_FILE: {
    about:
      'File with the certificates, in PEM, that the certificate of the PostgreSQL in DATABASE_URL must come from. Setting it requires TLS. With sslmode=verify-full in DATABASE_URL instead, the certificate must come from a public authority.',
    schema: z.string().transform((path) => resolve(path)),
  },
  POSTGRES_DIR: {
    about:
      "Only for an embedded PostgreSQL that root starts: folder of its files when PostgreSQL's own user cannot access DATA_DIR or the project.",
    default: '/var/lib/tablero',
    schema: z.string().transform((path) => resolve(path)),
  },
  REDIS_URL: {
    about:
      'A Redis or Valkey server for rate limits shared by many processes. When absent, PostgreSQL counts the calls.',
    schema: url_of(['redis', 'rediss']),
  },
  MASTER_KEY: {
    about: `Key that protects the secrets of connections: ${MASTER_KEY_BYTES} bytes in base64. \`openssl rand -base64 ${MASTER_KEY_BYTES}\` makes one. When absent, the first start generates a key and stores it in DATA_DIR/${MASTER_KEY_FILE} with mode 0600.`,
    schema: base64_key,
  },
  MASTER_KEY_COMMAND: {
    about:
      'Command that prints the master key, in base64, such as the command line of a key management service: a program and its arguments, separated by spaces, or a JSON list of them. It runs once at each start, without a shell. Its output is never logged.',
    schema: command,
  },
  OLD_MASTER_KEYS: {
    about:
      'Earlier master keys, separated by commas. They decrypt older secrets until `npx tablero secrets rotate` has run.',
    schema: z.string().transform((text, context) =>
      text.split(',').map((key) => {
        const read = base64_key.safeParse(key.trim())
        if (!read.success) context.addIssue({ code: 'custom', message: `: each ${read.error.issues[0]?.message}` })
        return read.data ?? Buffer.alloc(0)
      }),
    ),
  },
  BACKUP_RECIPIENTS: {
    about:
      'Public keys of age, separated by commas, that backups are encrypted for. When absent, backups are not encrypted. `npx tablero backup-key` makes a key.',
    schema: age_recipients,
  },
  BACKUP_IDENTITY: {
    about: 'Secret key of age that decrypts a backup, for a restore. Usually given by BACKUP_IDENTITY_FILE.',
    schema: z.string(),
  },
  AUDIT_ANCHORS: {
    about:
      'Where signed anchors of the audit chains go: file:///folder, syslog://host:514, syslog+tls://host:6514, or an https address with {name} that takes PUT. Default: the folder anchors in DATA_DIR, which protects less than another machine.',
    schema: anchor_address,
  },
  AUDIT_ANCHORS_HEADERS: {
    about: 'Headers of each PUT of anchors, such as a token: name=value, separated by commas, values percent-encoded.',
    schema: headers,
  },
  AUDIT_ANCHORS_S3_KEY: {
    about: 'Access key id, secret and region, separated by colons, that sign each PUT of anchors for S3.',
    schema: s3_key,
  },
  SANDBOX_URL: {
    about:
      'Address of the sandbox, which receives every request to a vendor or a provider of sign-ins instead. For demos and tests only.',
    schema: web_url,
  },
  FX_RATES_URL: {
    about:
      'Folder of the exchange rate files eurofxref-hist.xml and eurofxref-hist-90d.xml. Default: the folder of the European Central Bank.',
    schema: web_url,
  },
  FX_DAILY_RATES_URL: {
    about:
      'Address of the daily exchange rate files for currencies that the European Central Bank does not publish, with {date} for the day. Default: the public addresses of currency-api.',
    schema: z
      .string()
      .refine((text) => text.includes('{date}') && URL.canParse(text.replaceAll('{date}', '2026-01-01')), {
        error: 'must be a URL that contains {date}',
      }),
  },
  PAGESPEED_API_KEY: {
    about: 'Key of the PageSpeed Insights API, which measures pages. Without it, Lighthouse measures in CHROMIUM.',
    schema: z.string().regex(/^[\w-]{1,200}$/, { error: 'must be a key as Google writes it' }),
  },
  CHROMIUM: {
    about:
      'Path of the Chromium or Chrome in which Lighthouse measures pages, or none. Default: the first one that is installed in a usual place, and none for root, because Chromium refuses its own sandbox to root. The package lighthouse must be installed too.',
    schema: z.string().transform((path) => (path === 'none' ? path : resolve(path))),
  },
  ...account_variables,
  ...messaging_variables,
  ROLE: {
    about: 'Role of this process: api (answers calls), worker (runs syncs and other jobs) or all. Also as --role.',
    default: 'all',
    schema: one_of(roles),
  },
  LOG_LEVEL: {
    about: 'Lowest level of the log lines that are written: fatal, error, warn, info, debug, trace or silent.',
    default: 'info',
    schema: one_of(log_levels),
  },
  SHUTDOWN_SECONDS: {
    about:
      'Most seconds that a stopping process takes, after DRAIN_SECONDS, to finish the requests and jobs that it accepted.',
    default: '30',
    schema: whole_number(0, 3600),
  },
  DRAIN_SECONDS: {
    about:
      'Seconds that a stopping process with callers still answers them, while /readyz answers 503. Behind a load balancer: more than the balancer needs to notice.',
    default: '1',
    schema: whole_number(0, 600),
  },
  TRUSTED_PROXIES: {
    about:
      'Addresses and networks of proxies, separated by commas, whose X-Forwarded-For names the client. Failed sign-ins are limited by address. When absent, the address is that of the connection.',
    schema: networks,
  },
  METRICS_TOKEN: {
    about:
      'Token that a request for /metrics must send as Authorization: Bearer. When absent, /metrics answers requests of this machine only.',
    schema: z.string().min(MASTER_KEY_BYTES / 2, { error: `must have at least ${MASTER_KEY_BYTES / 2} characters` }),
  },
  DATABASE_POOL: {
    about:
      'Most connections of a process to PostgreSQL for calls, and as many for jobs. Four syncs and the permanent connections of a process need 12. Syncs that wait for a vendor have ten more. Work across organizations has four, accounts four, SQL of callers six, look-ups of keys two. The queue has its own (docs/deploying.md).',
    default: '20',
    schema: whole_number(12, 500),
  },
  ...trace_variables,
} as const satisfies Record<string, { about: string; default?: string; schema: z.ZodType<unknown, string> }>

type Variables = typeof variables
type Values = {
  [Name in keyof Variables as Lowercase<Name>]: Variables[Name] extends { default: string }
    ? z.output<Variables[Name]['schema']>
    : z.output<Variables[Name]['schema']> | undefined
}
interface Completed {
  base_url: string
  master_key: Buffer
  /** The logins to the database. */
  credentials: Credentials
  /** AUDIT_ANCHORS with what belongs to it. */
  anchors_to: { url: string; headers?: Record<string, string>; s3_key?: z.output<typeof s3_key> }
  /** The operator's apps at the vendors, by platform. */
  apps: Apps
  /** The phone number that sends notifications. */
  messaging: ReturnType<typeof read_messaging>
}
export type Config = Readonly<Omit<Values, keyof Completed> & Completed>

/**
 * Reads, validates and freezes the configuration. `flags` (command line) take precedence over `env`. An empty value counts as absent.
 */
export function load_config(flags: Record<string, string | undefined> = {}, env = process.env): Config {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, variable] of Object.entries(variables)) {
    const given = flags[name] || env[name]?.trim() || text_of_file(name, env)
    const raw = given || ('default' in variable ? variable.default : undefined)
    const read = raw === undefined ? undefined : variable.schema.safeParse(raw)
    if (read && !read.success) faults.push(`${name} ${read.error.issues[0]?.message}.`)
    values[name.toLowerCase()] = read?.data
  }
  values.apps = read_apps((name) => env[name]?.trim() || text_of_file(name, env), faults)
  values.messaging = read_messaging(values, faults)
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'))
  const { host, port, data_dir, database_url, sql_database_url, database_ca_file, master_key_command } =
    values as Values
  if (values.master_key && master_key_command)
    throw new ConfigFault('MASTER_KEY and MASTER_KEY_COMMAND are both set. Set only one of them.')
  values.chromium = chromium_of((values as Values).chromium)
  if (database_ca_file !== undefined) must_be_read('DATABASE_CA_FILE', database_ca_file)
  if (database_url !== undefined) values.database_url = with_tls(database_url, database_ca_file)
  if (sql_database_url !== undefined) values.sql_database_url = with_tls(sql_database_url, database_ca_file)
  values.base_url ??= `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  values.master_key ??= master_key_command
    ? key_of_command(master_key_command, foreign(env))
    : kept_master_key(data_dir)
  const { master_key, database_logins } = values as Values & Pick<Completed, 'master_key'>
  values.credentials = credentials_of(master_key, database_logins)
  const { audit_anchors: url, audit_anchors_headers, audit_anchors_s3_key } = values as Values
  const folder = pathToFileURL(join(data_dir, 'anchors')).href
  values.anchors_to = { url: url ?? folder, headers: audit_anchors_headers, s3_key: audit_anchors_s3_key }
  return Object.freeze(values) as Config
}

/** The text of the file that NAME_FILE names. Containers and systemd pass secrets this way instead of in the environment. */
function text_of_file(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const path = env[`${name}_FILE`]?.trim()
  if (!path) return undefined
  return must_be_read(`${name}_FILE`, path).trim()
}

function must_be_read(name: string, path: string): string {
  const text = read_if_there(path)
  if (text === undefined) throw new ConfigFault(`${name} names a file that does not exist: ${path}.`)
  return text
}

/** The environment of another program: all but Tablero's own settings, which may be secrets. */
const foreign = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !own_names.has(name.replace(/_FILE$/, ''))))
const own_names = new Set([...Object.keys(variables), ...app_variables.map(({ name }) => name)])
