// npm run sbom: writes what the package ships to dist/: a software bill of materials (CycloneDX) and a list of licenses. `npm pack` runs
// it too, so both files are in every package and every image.
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024

interface Bom {
  metadata: { component: { name: string } }
  components: {
    name: string
    version: string
    licenses: { license?: { id?: string; name?: string }; expression?: string }[]
  }[]
}

/** npm reads package-lock.json only, so packages for other machines and packages that are not installed are listed too. */
async function bom(): Promise<Bom> {
  const { npm_execpath: npm } = process.env
  if (!npm) throw new Error('Run this script with npm: npm run sbom')
  const options = ['--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { stdout } = await run(process.execPath, [npm, 'sbom', ...options], { cwd: ROOT, maxBuffer: OUTPUT_BYTES_MAX })
  const made: Bom = JSON.parse(stdout)
  const { name } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  made.metadata.component.name = name // npm writes the name of the folder
  return made
}

const license_of = ({ licenses }: Bom['components'][number]) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(', ')

export async function write_sbom(folder: string): Promise<void> {
  const made = await bom()
  const lines = made.components.map((one) => `${one.name} ${one.version}: ${license_of(one)}`).sort()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(made, null, 2)}\n`)
  await writeFile(join(folder, 'licenses.txt'), `${lines.join('\n')}\n`)
}

if (import.meta.main) await write_sbom(join(ROOT, 'dist'))
