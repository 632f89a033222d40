import { type PlatformKey, type PlatformKind, platforms } from '#domain/platforms.ts'
import type { Connector } from '#engine/connector.ts'
import type { Language } from '#messages/message.ts'
import { steps_of_cases, with_cases } from './cases.ts'
import { listed } from './lists.ts'
import { new_platform, platform_steps, title_of, with_message, with_platform } from './platform.ts'
import type { Plan } from './unit.ts'

export function plan_connector(name: string): Plan {
  const known: { title: string; kind: PlatformKind } | undefined = platforms[name as PlatformKey]
  const { title, kind } = known ?? new_platform(name)
  const folder = `src/connectors/${name}`
  const cases = with_cases(name)
  return {
    files: {
      [`${folder}/index.ts`]: index_ts(name, title, kind_of(kind)),
      [`${folder}/answers.ts`]: answers_ts,
      [`${folder}/streams.ts`]: streams_ts,
      [`test/connectors/${name}.test.ts`]: tested(name),
      ...cases.files,
    },
    lists: {
      ...with_platform(name),
      ...cases.lists,
      'src/connectors/index.ts': (text) =>
        listed(text, { name, from: `./${name}/index.ts`, before: 'connectors: Record<string, Connector> = {' }),
      ...Object.fromEntries(
        Object.entries(how_to_get_a_key).map(([language, text]) => [
          `src/messages/fields/${language}.ts`,
          (catalog: string) => with_message(catalog, `credentials.${name}`, text),
        ]),
      ),
    },
    generates: true,
    if_taken: 'Name the key of another platform. A new key gets its entries, too.',
    next: [
      ...platform_steps(name),
      'Write in src/messages/fields/ how a person gets the key, in each language.',
      `Write vendor and product in ${folder}/index.ts, and the name of the product in src/http/mcp/search/vocabulary/vendors.ts.`,
      'Write the source of each fact about the vendor in place of "read YYYY-MM", with the month in which you read it.',
      'Simulate the platform: a Vendor in sandbox/vendors/, a line in sandbox/vendors.ts, an account in sandbox/connections.ts, its API key in sandbox/tokens.ts.',
      ...steps_of_cases(name),
      `npm test -- test/connectors/${name}.test.ts then tests the connector against typical errors of vendors.`,
      'npm test -- test/connectors/cases/versions.test.ts test/connectors/cases/matrix.test.ts test/connect/trigger_sync.test.ts test/connect/every_platform.test.ts test/mcp/search.test.ts finds what is still missing.',
      'npm test -- test/areas/alerts_webhooks.test.ts test/areas/connections.test.ts test/contract/internal_snapshots.test.ts --test-update-snapshots writes the new key into snapshots.',
    ],
  }
}

/** Shown to the person who types the key. */
const how_to_get_a_key: Record<Language, string> = {
  en: 'In the settings of the account: create an API key.',
  es: 'En la configuración de la cuenta: crea una clave de API.',
  pt: 'Nas configurações da conta: crie uma chave de API.',
}

function kind_of(kind: PlatformKind): Connector['kind'] {
  if (kind === 'behaviour') return 'analytics'
  return kind === 'feed' ? 'store' : kind
}

const tested = (name: string) => `import { test_connector } from './test_connector.ts'

test_connector('${name}')
`

const index_ts = (name: string, title: string, kind: string) => `import { connector } from '#engine/connector.ts'
import type { Version } from '#engine/connector/platform.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { account_answer } from './answers.ts'
import { contacts } from './streams.ts'

const version: Version = {
  name: 'v1',
  ends_on: null,
  source: 'where the vendor states the end of this version: no end is announced (read YYYY-MM)',
}

export const ${name} = connector({
  title: '${title_of(title)}',
  platform: {
    vendor: '${title_of(title)}',
    product: '${title_of(title)}',
    credentials: message('credentials.${name}'),
    version,
    scopes: [],
    source: 'https://api.example.com/docs (read YYYY-MM)',
  },
  kind: '${kind}',
  auth: api_key({ secret: 'api_key', header: (key) => ({ authorization: \`Bearer \${key}\` }) }),
  api: {
    base_url: \`https://api.example.com/\${version.name}\`,
    pace: { per_second: 5 },
  },
  accounts: {
    async read({ api }) {
      const { id, name, time_zone } = await api.call({ path: '/account', schema: account_answer })
      return [{ account_id: id, name, time_zone }]
    },
  },
  streams: { contacts },
})
`

const answers_ts = `// What the vendor's answers look like, as far as they are used. Fields that are not named here are let through.
import { z } from 'zod'

export const account_answer = z.object({ id: z.string(), name: z.string(), time_zone: z.string() })

const person = z.object({ id: z.string(), email: z.string().nullish(), created_at: z.string(), updated_at: z.string() })
export type Person = z.output<typeof person>

export const people_answer = z.object({ people: z.array(person), next_page: z.string().nullish() })
`

const streams_ts = `import { change_stream } from '#engine/connector.ts'
import { type Person, people_answer } from './answers.ts'

export const contacts = change_stream({
  into: ['contacts'],
  every: '1h',
  since: {
    history_source: 'https://api.example.com/docs (read YYYY-MM)',
    overlap_minutes: 10,
    changed_at: ({ updated_at }: Person) => updated_at,
  },
  read: ({ api, since }) =>
    api.pages({
      path: '/people',
      query: { updated_after: since ?? undefined, sort: 'updated_at' },
      schema: people_answer,
      records: ({ people }) => people,
      next: ({ next_page }) => next_page && { query: { page: next_page } },
    }),
  rows: ({ id, email, created_at, updated_at }) => ({
    contacts: { external_id: id, email: email ?? null, created_at, changed_at: updated_at },
  }),
})
`
