import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { floor, type Gate, is_below, project_files } from './gate.ts'
import './swc_using.mjs'

const CRUISED = ['src', 'sandbox', 'dashboard', 'test', 'scripts', 'bench']

/** The gate over some files and folders, and over what they import. */
export const imports_of = (entries: readonly string[]): Gate => ({
  name: 'import rules',
  async run(root) {
    const all = await project_files(root, '.{ts,tsx,mjs}')
    const there = all.filter((file) => entries.some((entry) => is_below(file, entry)))
    const { default: rules } = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href)
    const { options, forbidden } = rules as { options: ICruiseOptions; forbidden: never[] }
    const { output } = await cruise([...entries], { ...options, baseDir: root, validate: true, ruleSet: { forbidden } })
    const { modules, summary } = output as ICruiseResult
    const faults = summary.violations.map(({ rule, from, to, cycle }) => {
      const way = cycle ? cycle.map(({ name }) => name).join(' -> ') : to
      const reason = forbidden.find(({ name }) => name === rule.name) as { comment?: string } | undefined
      return `${from} -> ${way}\n  ${rule.name}: ${reason?.comment}`
    })
    const read = modules.filter(({ source }) => /\.(ts|tsx|mjs)$/.test(source) && !source.includes('node_modules'))
    return { faults: [...floor(read.length, there.length, 'modules'), ...faults], looked: `${read.length} modules` }
  },
})

export const imports = imports_of(CRUISED)
