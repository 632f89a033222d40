// npm run sbom: writes what the package ships to dist/: a software bill of materials (CycloneDX) and a list of licenses. `npm pack` runs
// it too, so both files are in every package and every image.
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { help_on_request } from '#lib/arguments.ts'
import { bundled_packages } from './dashboard/build.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024

interface Component {
  'bom-ref': string
  name: string
  version: string
  licenses: { license?: { id?: string; name?: string }; expression?: string }[]
  properties?: { name: string; value: string }[]
}

interface Bom {
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Locked {
  version: string
  license?: string
  dev?: boolean
}

/** The packages of package-lock.json that an installation without development packages can have, by their folders. */
export async function shipped_packages(root: string): Promise<[path: string, Locked][]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries<Locked>(packages).filter(([path, { dev }]) => path !== '' && !dev)
}

/** npm's mark of a component that is installed for development only. */
const FOR_DEVELOPMENT = 'cdx:npm:package:development'

/**
 * The packages that are installed with Tablero, and those whose code or fonts its pages contain.
 *
 * npm reads package-lock.json only, so packages for other machines are listed too. With its option to omit development packages, npm 11 also
 * omits packages that both need, such as the driver of PostgreSQL. So the list is filtered here.
 */
async function bom(): Promise<Bom> {
  const { npm_execpath: npm } = process.env
  if (!npm) throw new Error('Run this script with npm: npm run sbom')
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { stdout } = await run(process.execPath, [npm, 'sbom', ...options], { cwd: ROOT, maxBuffer: OUTPUT_BYTES_MAX })
  const { metadata, components, dependencies, ...rest }: Bom = JSON.parse(stdout)
  const { name, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  metadata.component.name = name // npm writes the name of the folder
  const names = (await shipped_packages(ROOT)).map(
    ([path, one]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${one.version}`,
  )
  const in_pages = (await bundled_packages()).map((one) => `${one.name}@${one.version}`)
  const shipped = new Set([`${name}@${version}`, ...names, ...in_pages])
  return {
    ...rest,
    metadata,
    components: components.flatMap((one) =>
      shipped.has(one['bom-ref'])
        ? { ...one, properties: one.properties?.filter((property) => property.name !== FOR_DEVELOPMENT) }
        : [],
    ),
    dependencies: dependencies.flatMap(({ ref, dependsOn }) =>
      shipped.has(ref) ? { ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) } : [],
    ),
  }
}

const license_of = ({ licenses }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(', ')

export async function write_sbom(folder: string): Promise<void> {
  const made = await bom()
  const lines = made.components.map((one) => `${one.name} ${one.version}: ${license_of(one)}`).sort()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(made, null, 2)}\n`)
  await writeFile(join(folder, 'licenses.txt'), `${lines.join('\n')}\n`)
}

if (import.meta.main) {
  help_on_request(import.meta.filename)
  await write_sbom(join(ROOT, 'dist'))
}
