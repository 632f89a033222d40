// Plans what the tests of connectors know about a new one: its cases of real accounts, and its comparison with the vendor's contract.
import { listed, with_last_line } from './lists.ts'
import type { Plan } from './unit.ts'

const FOLDER = 'test/connectors/cases'
const CASES = `${FOLDER}/index.ts`
const CONTRACTS = `${FOLDER}/contracts.ts`
const file_of = (name: string) => `${FOLDER}/${name}.ts`

export const with_cases = (name: string): Pick<Plan, 'files' | 'lists'> => ({
  files: { [file_of(name)]: cases_ts(name) },
  lists: {
    [CASES]: (text) =>
      listed(text, { name, from: `./${name}.ts`, before: 'const declared: Record<string, Cells> = {\n  ...{' }),
    [CONTRACTS]: (text) =>
      with_last_line(
        text,
        'export const compared: ',
        `  ${name}: {\n    exchanges: [],\n    invented: INVENTED,\n    samples: NONE,\n  },`,
      ),
  },
})

export const steps_of_cases = (name: string) => [
  `Name the vendor's contract in ${file_of(name)}, and declare each case there. Name in ${CONTRACTS} the tests of test/vendors/${name}.test.ts that compare both sides with it.`,
]

const cases_ts = (name: string) => `import { type Cells, documented } from './cell.ts'

const vendor = documented('the published contract of the API', 'YYYY-MM')

export const ${name}: Cells = {
  contract: vendor.contract,
  // Tests, a reason why the vendor cannot cause it, or what the connector does not use, for each case that the shared suite does not run.
  cells: {},
}
`
