// Checks every operation against its published schema. Requests are generated from the schema, valid and broken. Each answer has a
// published status and shape, and is never an internal error.
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { NamedTool } from '#engine/tool.ts'
import { FUZZ_SEED, fuzz_runs } from '#test/fuzz.ts'
import { input_for } from '../inputs.ts'
import type { Answered, AreaBench } from './area_bench.ts'
import { refused_here } from './internal.ts'
import { bodies_of, broken_of, type JsonSchema, raw_requests } from './requests.ts'

interface Operation {
  responses: Record<string, { $ref?: string }>
}
interface Document {
  paths: Record<string, { post: Operation }>
  components: { schemas: Record<string, JsonSchema> }
}
/** The published schemas of a Tablero, as validators. */
class Published {
  document!: Document
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false })

  async load(bench: AreaBench) {
    this.document = (await bench.document()) as Document
    this.#ajv.addSchema(this.document, 'openapi')
  }

  validator(...path: string[]): ValidateFunction {
    const parts = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    return this.#ajv.getSchema(`openapi#/${parts.join('/')}`)!
  }

  /** Checks that the operation publishes the status, and that the body has the schema of this status. */
  assert_documented(name: string, { status, text }: Answered, asked: unknown) {
    const shown = () =>
      `${name} answered ${status} ${text.slice(0, 500)}\nto ${(JSON.stringify(asked) ?? '').slice(0, 500)}`
    assert.ok(status < 500, shown())
    const response = this.document.paths[`/api/v1/${name}`]!.post.responses[status]
    assert.ok(response, `a status that is not documented: ${shown()}`)
    const at = response.$ref
      ? response.$ref.slice(2).split('/')
      : ['paths', `/api/v1/${name}`, 'post', 'responses', String(status)]
    const valid = this.validator(...at, 'content', 'application/json', 'schema')
    assert.ok(valid(JSON.parse(text)), `${JSON.stringify(valid.errors?.slice(0, 3))} ${shown()}`)
  }
}

type Words = Record<string, unknown[]>

const with_words_of = (known: Words, input: object): Words => ({
  ...known,
  ...Object.fromEntries(Object.entries(input).map(([name, value]) => [name, [...(known[name] ?? []), value]])),
})

/** Existing values, by the property that takes them: the values that an agent reads first in examples, data catalog and connections. */
async function known_words({ app, tools, rest }: AreaBench): Promise<Words> {
  let known: Words = {}
  for (const tool of tools) known = with_words_of(known, { ...tool.example, ...(await input_for(tool, app, app.acme)) })
  const data_catalog = tools.find(({ name }) => name === 'get_data_catalog')
  if (data_catalog) {
    const { sources } = (await rest(data_catalog, {})).body.result
    const list = (key: 'metrics' | 'dimensions') =>
      sources.flatMap((source: Record<string, string[]>) => source[key]?.map((entry) => entry.split(' ')[0]!) ?? [])
    known.metric = [...(known.metric ?? []), ...list('metrics')]
    known.items = [...new Set<string>(list('dimensions'))]
    known.names = known.items
  }
  const { rows } = await app.db.query('select connection_id, platform from connections where org_id = $1', [
    app.acme.org_id,
  ])
  known.connection_id = rows.map(({ connection_id }) => connection_id)
  known.platform = [...new Set(rows.map(({ platform }) => platform))]
  return known
}

const TAKEN_BACK = 'update orgs set ended_at = null where ended_at is not null'
/** The bench has one moment, so its proposals become older instead. Nothing else may change them. */
const AN_HOUR_LATER = `alter table actions disable trigger keep; update actions set created_at = created_at - interval '61 minutes';
  alter table actions enable trigger keep`

export function fuzz(bench: AreaBench) {
  const published = new Published()
  let known: Words
  before(async () => {
    await published.load(bench)
    known = await known_words(bench)
  })
  for (const tool of bench.tools) fuzz_tool(bench, tool, published, () => known)
}

function fuzz_tool(bench: AreaBench, tool: NamedTool, published: Published, known: () => Words) {
  const { name } = tool
  const checked = (share: number) => ({ numRuns: fuzz_runs(share), seed: FUZZ_SEED })

  const send = async (headers: Record<string, string>, payload: string | Buffer) => {
    if (name === 'end_org') await bench.app.db.query(TAKEN_BACK)
    return bench.send(tool, headers, payload)
  }

  suite(`${name}, at random`, () => {
    let schema: JsonSchema
    let fits: ValidateFunction
    let good: fc.Arbitrary<unknown>
    before(async () => {
      // An earlier tool may have ended the connections or the organization, or used up the proposals of the hour.
      await bench.app.db.query(`update connections set status = 'active', revoked_at = null`)
      await bench.app.db.query(TAKEN_BACK)
      if (tool.effect === 'propose') await bench.app.db.query(AN_HOUR_LATER)
      schema = published.document.components.schemas[`${name}_input`]!
      fits = published.validator('components', 'schemas', `${name}_input`)
      // An earlier tool may have deleted records. Those of the example are new.
      const example = await input_for(tool, bench.app, bench.app.acme)
      good = bodies_of(schema, with_words_of(known(), example), example)
    })

    test('answers valid requests with a result or a sentence', async () => {
      let answered = 0
      let asked = 0
      await fc.assert(
        fc.asyncProperty(good, async (body) => {
          assert.ok(fits(body), `the generator broke the schema: ${JSON.stringify(body)}`)
          const answer = await send({}, JSON.stringify(body))
          published.assert_documented(name, answer, body)
          asked++
          if (answer.status === 200) answered++
          else assert.equal(answer.status, 400, `${answer.status} ${answer.text.slice(0, 300)}`)
        }),
        checked(0.5),
      )
      if (!(name in refused_here)) assert.ok(answered > 0, `none of ${asked} valid requests was answered`)
    })

    test('refuses requests that violate its schema, and accepts unusual valid ones', async () => {
      await fc.assert(
        fc.asyncProperty(broken_of(schema, good), async (body) => {
          const answer = await send({}, JSON.stringify(body))
          published.assert_documented(name, answer, body)
          // Values that JSON cannot represent, such as -0, are checked as the server receives them.
          if (!fits(JSON.parse(JSON.stringify(body))))
            assert.ok([400, 413].includes(answer.status), `${name} took ${JSON.stringify(body)?.slice(0, 500)}`)
        }),
        checked(0.3),
      )
    })

    test('answers bytes that are not a valid request as documented', async () => {
      await fc.assert(
        fc.asyncProperty(raw_requests, async ({ headers, payload }) => {
          published.assert_documented(name, await send(headers, payload), {
            headers,
            payload: payload.toString('latin1').slice(0, 300),
          })
        }),
        checked(0.2),
      )
    })
  })
}
