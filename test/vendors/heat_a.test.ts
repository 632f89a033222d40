// Checks the connector and the sandbox against the contract of Clarity's data export. The vendor publishes no schema, so the contract was
// written from its page and from public answers; it names the known fields and accepts others.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Ajv } from 'ajv'
import { heat_a } from '#connectors/heat_a/index.ts'
import type { Account } from '#engine/connector.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { contract_file, without_contracts } from './published.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const { settings, secrets } = sandbox_connections.find(({ platform }) => platform === 'heat_a')!
const PATH = '/export-data/api/v1/project-live-insights'

interface Contract {
  paths: Record<string, { get: { parameters: { name: string; schema: { enum?: string[]; $ref?: string } }[] } }>
  components: { schemas: Record<string, { enum?: string[] }> }
}

let wired: Awaited<ReturnType<typeof wire>>
let contract: Contract
let account: Account
before(async () => {
  if (skip) return
  contract = JSON.parse(readFileSync(contract_file('heat_a', 'clarity_data_export.hand_written.openapi.json'), 'utf8'))
  wired = await wire({ connector: heat_a, platform: 'heat_a', secrets, settings })
  account = (await wired.accounts())[0]!
})
after(() => wired?.close())

/** Fields that the contract does not name are those of a dimension. */
const DIMENSION_FIELDS = ['Device', 'Url']

function faults(answer: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  // The contract's type of numbers is nullable without a type, which the validator rejects.
  const schemas = { ...contract.components.schemas, NumLike: { type: ['string', 'number', 'null'] } }
  const validate = ajv.compile({
    components: { schemas },
    type: 'array',
    items: { $ref: '#/components/schemas/MetricBlock' },
  })
  const invalid = validate(answer) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)
  const block = contract.components.schemas.MetricBlock as {
    properties: { information: { items: { properties: object } } }
  }
  const known = [...Object.keys(block.properties.information.items.properties), ...DIMENSION_FIELDS]
  const rows = (answer as { information: object[] }[]).flatMap(({ information }) => information)
  const invented = rows.flatMap((row) => Object.keys(row)).filter((name) => !known.includes(name))
  return [...invalid, ...new Set(invented)]
}

test('every request of the connector and every answer it gets are as the vendor documents them', { skip }, async () => {
  const devices = await wired.rows(heat_a.streams.daily, account, '2026-11-16', '2026-11-18')
  const pages = await wired.rows(heat_a.streams.pages, account, '2026-11-17', '2026-11-18')
  assert.ok(devices.length >= 9 && pages.length >= 8)
  const { parameters } = contract.paths[PATH]!.get
  const exchanges = wired.exchanges()
  assert.equal(exchanges.length, 5)
  for (const { method, url, answer } of exchanges) {
    const { origin, pathname, searchParams } = new URL(url)
    assert.deepEqual([method, origin + pathname], ['GET', `https://www.clarity.ms${PATH}`])
    for (const [name, value] of searchParams) {
      const schema = parameters.find((one) => one.name === name)?.schema
      const words = schema?.enum ?? contract.components.schemas[schema?.$ref?.split('/').at(-1) ?? '']?.enum
      assert.ok(words?.includes(value), `${name}=${value}`)
    }
    assert.deepEqual(faults(answer), [])
  }
})

test('a stand-in that invents a field fails', { skip }, () => {
  const [{ answer } = { answer: [] }] = wired.exchanges()
  const [block, ...others] = structuredClone(answer) as { information: object[] }[]
  assert.deepEqual(faults([block, ...others]), [])
  Object.assign(block!.information[0]!, { invented: '1' })
  assert.deepEqual(faults([block, ...others]), ['invented'])
})

test('both spellings of the vendor are as documented', { skip }, async () => {
  wired.sandbox.clock.advance(24 * 3_600_000)
  wired.sandbox.log.clear()
  wired.sandbox.faults.add({ platform: 'heat_a', kind: 'own', name: 'other_spelling', count: 0 })
  await wired.rows(heat_a.streams.pages, account, '2026-11-19', '2026-11-20')
  wired.sandbox.faults.clear()
  for (const { answer } of wired.exchanges()) assert.deepEqual(faults(answer), [])
})

test('unknown days and dimensions are refused, and another token is not accepted', { skip }, async () => {
  const ask = async (query: string, token = 'clarity_sandbox') =>
    (
      await wired.sandbox.app.inject({
        url: `/www.clarity.ms${PATH}?${query}`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode
  assert.equal(await ask('numOfDays=4'), 400)
  assert.equal(await ask('numOfDays=1&dimension1=Page'), 400)
  assert.equal(await ask('numOfDays=1', 'other'), 401)
})
