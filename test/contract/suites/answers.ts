// The answers of every tool: as published, the same through REST and MCP, and unchanged in its snapshot.
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { input_for } from '../inputs.ts'
import type { AreaBench } from './area_bench.ts'
import { refused_here } from './internal.ts'

export function answers(bench: AreaBench) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const input_of = (tool: AreaBench['tools'][number]) => input_for(tool, bench.app, bench.app.acme)
  before(async () => {
    ajv.addSchema(await bench.document(), 'openapi')
  })

  for (const tool of bench.tools.filter(({ name }) => !(name in refused_here))) {
    const { name, rate, effect } = tool
    suite(`${name} answers`, () => {
      test('its example as its published schema says, with the number of calls left', async () => {
        await bench.app.refill()
        const { status, headers, body } = await bench.app.rest(name, await input_of(tool), bench.callers.as('acme'))
        assert.equal(status, 200, JSON.stringify(body))
        const valid = ajv.getSchema(`openapi#/components/schemas/${name}_result`)!
        assert.ok(valid(body.result), JSON.stringify(valid.errors))
        assert.match(headers['ratelimit-policy'] ?? '', new RegExp(`^"${name}";q=${rate};w=60$`))
        assert.match(headers.ratelimit ?? '', new RegExp(`^"${name}";r=${rate - 1};t=\\d+$`))
      })

      if (!bench.is_published) return
      test('an agent the same as a caller of REST', async () => {
        const input = await input_of(tool)
        const { body } = await bench.rest(tool, input)
        // A deleted record cannot be deleted again.
        const { ok, error, result, said } = await bench.ask(tool, effect === 'read' ? input : await input_of(tool))
        assert.ok(ok, error ?? name)
        assert.deepEqual(said, result)
        if (effect === 'read') assert.deepEqual(result, body.result)
        else assert.deepEqual(Object.keys(result!), Object.keys(body.result))
      })
    })
  }
}
