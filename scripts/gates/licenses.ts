// Every package that the product ships has a license that lets it be shipped. package-lock.json says each package's license.
import { shipped_packages } from '../sbom.ts'
import { floor, type Gate } from './gate.ts'

/** Licenses by their SPDX names that ask for no more than their own text and notices. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // fonts
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])
const CHECKED_MIN = 150

/** One of the licenses after OR is enough, all after AND are needed. Expressions with both are not understood, and so refused. */
export function may_be_shipped(expression: string): boolean {
  const names = expression.replace(/^\((.*)\)$/, '$1')
  if (names.includes(' OR ')) return names.split(' OR ').some((name) => PERMISSIVE.has(name))
  return names.split(' AND ').every((name) => PERMISSIVE.has(name))
}

export const licenses: Gate = {
  name: 'licenses',
  async run(root) {
    const shipped = await shipped_packages(root)
    const faults = shipped.flatMap(([path, { license }]) =>
      license && may_be_shipped(license)
        ? []
        : `${path} has the license ${license ?? 'unknown'}, which may not be shipped. Take another package, or add the license to scripts/gates/licenses.ts`,
    )
    return {
      faults: [...floor(shipped.length, CHECKED_MIN, 'packages'), ...faults],
      looked: `${shipped.length} packages`,
    }
  },
}
