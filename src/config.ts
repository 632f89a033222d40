// The only reader of the environment. Validates and freezes everything once, at start. Each error is one sentence that names the
// variable, never its value, because the value may be a secret.
import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type Credentials, credentials_of } from '#db/logins.ts'
import { anchor_address, headers, logins, s3_key, whole_number } from './config_schemas.ts'

const MASTER_KEY_BYTES = 32
const MASTER_KEY_FILE = 'master.key'

export const roles = ['api', 'worker', 'all'] as const
export const log_levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

function url_of(protocols: string[]) {
  const names = protocols.map((protocol) => `${protocol}://`).join(' or ')
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
    error: `must be a URL that begins with ${names}`,
  })
}

const is_network = (text: string) => isIP(text) > 0 || ipaddr.isValidCIDR(text)

const one_of = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

const web_url = url_of(['http', 'https']).transform((text) => text.replace(/\/+$/, ''))

const base64_key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === MASTER_KEY_BYTES, {
    error: `must be ${MASTER_KEY_BYTES} bytes in base64 (create one with: \`openssl rand -base64 ${MASTER_KEY_BYTES}\`)`,
  })

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
      'A PostgreSQL 15 or newer to use instead of the embedded one. Its user must own the database and have the right to create roles. Only migrations, backups and restores use this role. Without a user in the address, a process uses only the logins of Tablero and cannot migrate.',
    schema: url_of(['postgres', 'postgresql']),
  },
  DATABASE_LOGINS: {
    about:
      'Logins that somebody else created: calls, work, system and sql, each as name=user:password, separated by commas, values percent-encoded. Default: Tablero creates its logins, with passwords derived from the master key.',
    schema: logins,
  },
  SQL_DATABASE_URL: {
    about:
      'Another server for the SQL of callers (run_readonly_sql), such as a replica of DATABASE_URL, so that no such statement takes memory of the main one. The user in the address is not used.',
    schema: url_of(['postgres', 'postgresql']),
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
    about: `Key that protects the secrets of connections: ${MASTER_KEY_BYTES} bytes in base64. When absent, the first start generates a key and stores it in DATA_DIR/${MASTER_KEY_FILE} with mode 0600.`,
    schema: base64_key,
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
    about: 'Address of the sandbox, which receives every request to a vendor instead. For demos and tests only.',
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
  ROLE: {
    about: 'Role of this process: api (answers calls), worker (runs syncs and other jobs) or all. Also as --role.',
    default: 'all',
    schema: one_of(roles),
  },
  LOG_LEVEL: {
    about: 'Lowest level of the log lines that are written.',
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
    schema: z.string().transform((text, context) => {
      const networks = text.split(',').map((network) => network.trim())
      for (const network of networks)
        if (!is_network(network))
          context.addIssue({
            code: 'custom',
            message: 'must be IP addresses or networks, such as 10.0.0.0/8, separated by commas',
          })
      return networks
    }),
  },
  METRICS_TOKEN: {
    about:
      'Token that a request for /metrics must send as Authorization: Bearer. When absent, /metrics answers requests of this machine only.',
    schema: z.string().min(MASTER_KEY_BYTES / 2, { error: `must have at least ${MASTER_KEY_BYTES / 2} characters` }),
  },
  DATABASE_POOL: {
    about:
      'Most connections of a process to PostgreSQL for calls, and as many for jobs. Four syncs and the permanent connections of a process need 12. Work across organizations has six more, SQL of callers six, sign-ins two.',
    default: '20',
    schema: whole_number(12, 500),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'Address of an OpenTelemetry collector (OTLP over HTTP, JSON); traces are sent to /v1/traces below it. When absent, Tablero records no traces.',
    schema: web_url,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers for the collector, such as its key: name=value, separated by commas, values percent-encoded.',
    schema: headers,
  },
  OTEL_SERVICE_NAME: {
    about: 'Name of this Tablero in traces.',
    default: 'tablero',
    schema: z.string(),
  },
  OTEL_TRACES_SAMPLER: {
    about: `Which traces are recorded: ${samplers.join(', ')}. With parentbased, an authenticated caller decides about its own trace.`,
    default: 'parentbased_traceidratio',
    schema: one_of(samplers),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'Share of the traces that a traceidratio records, 0 to 1.',
    default: '1',
    schema: z
      .string()
      .regex(/^(0|1|[01]?\.\d{1,9})$/, { error: 'must be a number from 0 to 1' })
      .transform(Number)
      .refine((share) => share <= 1, { error: 'must be a number from 0 to 1' }),
  },
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
}
export type Config = Readonly<Omit<Values, keyof Completed> & Completed>

/** The configuration is invalid. `message` holds one sentence for each error. */
export class ConfigFault extends Error {
  override name = 'ConfigFault'
}

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
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'))
  const { host, port, data_dir } = values as Values
  values.base_url ??= `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  values.master_key ??= kept_master_key(data_dir)
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
  const text = read_if_there(path)
  if (text === undefined) throw new ConfigFault(`${name}_FILE names a file that does not exist: ${path}.`)
  return text.trim()
}

/**
 * The generated master key. The file is written completely or not at all, and by only one of several processes that start at the same
 * time.
 */
function kept_master_key(data_dir: string): Buffer {
  const file = join(data_dir, MASTER_KEY_FILE)
  const kept = read_if_there(file)
  if (kept !== undefined) {
    const key = base64_key.safeParse(kept.trim())
    if (!key.success) throw new ConfigFault(`The file ${file} ${key.error.issues[0]?.message}.`)
    return key.data
  }
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(data_dir, { recursive: true })
    writeFileSync(draft, `${randomBytes(MASTER_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
    chmodSync(draft, 0o600)
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new ConfigFault(
        `DATA_DIR cannot be written (${(error as NodeJS.ErrnoException).code ?? error}): ${data_dir}.`,
      )
  } finally {
    rmSync(draft, { force: true })
  }
  return kept_master_key(data_dir)
}

function read_if_there(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigFault(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
