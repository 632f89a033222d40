// What descriptions promise, where a call would not show that they are wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explicit_window } from '#domain/windows.ts'
import { catalog_of } from '#engine/catalog.ts'
import { input_json_schema } from '#http/schemas.ts'
import { areas } from '#tools/index.ts'

const catalog = catalog_of(areas)

test('a missing date_from is counted from date_to, as each tool with both says', () => {
  assert.equal(explicit_window({ date_to: '2026-03-31' }, '2026-11-20').from, '2026-03-01')
  assert.equal(explicit_window({}, '2026-11-20').from, '2026-10-21')
  const said = [...catalog.values()].flatMap((tool) => {
    const { date_from, date_to, days_back } = input_json_schema(tool).properties ?? {}
    return date_from && date_to && !days_back ? [[tool.name, date_from.description]] : []
  })
  assert.ok(said.length > 5)
  for (const [name, text] of said) assert.equal(text, 'First day. Default: 30 days before date_to.', String(name))
})

test('a repeated snooze ends later, so clients may not repeat it as if nothing had happened', () => {
  assert.notEqual(catalog.get('snooze_recommendation')!.idempotent, true)
})

test('get_organization_info leads nobody to its profile, which is always empty', () => {
  const { about, keywords, result } = catalog.get('get_organization_info')!
  assert.doesNotMatch(
    [about, ...Object.values(keywords!)].join(' '),
    /profile|perfil|brand|marca|tone|tono|tom de|competitor|competidores|concorrentes/,
  )
  assert.equal(result.profile!.description, 'Empty: no tool writes it yet.')
})
