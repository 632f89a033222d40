// The reading tools, with an input for each that the fixtures answer.
import type { TestApp } from '#test/app.ts'
import { areas } from '#tools/index.ts'
import { input_for } from '../contract/inputs.ts'

export interface Reading {
  name: string
  input: Record<string, unknown>
  has_days_back: boolean
}

export async function readings_of(source: TestApp): Promise<Reading[]> {
  const found: Reading[] = []
  for (const { tools } of Object.values(areas))
    for (const [name, tool] of Object.entries(tools)) {
      if (tool.effect !== 'read') continue
      const input = (await input_for(source.engine.catalog.get(name)!, source, source.acme)) as Reading['input']
      found.push({ name, input, has_days_back: 'days_back' in tool.input })
    }
  return found
}
