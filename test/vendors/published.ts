// The vendors' published contracts and samples, which are on some machines only. On others the tests are skipped with a message.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../shared/vendors')

export const without_contracts = existsSync(FOLDER) ? false : 'the vendors’ published contracts are not on this machine'

export const contract_file = (platform: string, file: string) => join(FOLDER, 'specs', platform, file)

export const samples_folder = (platform: string) => join(FOLDER, 'samples', platform)

/** Records of a platform from Airbyte's tests: real figures, flattened. */
export function airbyte_records(
  platform: string,
  name = 'expected_records',
): { stream: string; data: Record<string, unknown> }[] {
  const file = join(samples_folder(platform), `airbyte_expected_records/${name}.jsonl`)
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line))
}

interface DocumentedExample {
  section: string
  request_above: string | null
  body: unknown
}

/** The examples of a page of the vendor's documents. */
export function documented_examples(platform: string, page: string): DocumentedExample[] {
  const file = join(FOLDER, 'samples', platform, 'documented_examples', `docs__${page}.examples.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

export const sample_file = (platform: string, file: string) => join(FOLDER, 'samples', platform, file)
