// The base image where no registry is reached: a root of Debian packages, with Node and npm at the places of Node's own image.
import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What Node's image keeps besides Debian's own: the libraries that its Node is linked with. */
const LIBRARIES = 'libatomic1,libstdc++6'
/** Images of Debian have no documents either. */
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*']

/** Versions of Node and Debian in a name such as node:26.10.0-bookworm-slim@sha256:… */
function versions_of(base: string) {
  const [, node, debian] = /^node:(\d+\.\d+\.\d+)-([a-z]+)-slim@/.exec(base) ?? []
  if (!node || !debian)
    throw new Error(`${base} is not Node's slim image, which is the only one that can be made here.`)
  return { node, debian }
}

/** Makes the root of `base` in a new folder. Needs root, and the programs of Debian's package mmdebstrap. */
export async function make_base(base: string, root: string): Promise<void> {
  const { node, debian } = versions_of(base)
  if (process.version !== `v${node}`)
    throw new Error(
      `The Dockerfile wants Node ${node}, and this is ${process.version}: package.json and Dockerfile differ.`,
    )
  const excluded = LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`)
  await run('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    '--aptopt=Acquire::Languages "none"',
    `--include=${LIBRARIES}`,
    ...excluded,
    debian,
    root,
  ])
  await copyFile(process.execPath, join(root, 'usr/local/bin/node'))
  await chmod(join(root, 'usr/local/bin/node'), 0o755)
  const npm = dirname(dirname(process.env.npm_execpath!))
  await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true })
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  await run('chroot', [root, 'groupadd', '--gid', '1000', 'node'])
  await run('chroot', [root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node'])
}

/** What is mounted for npm while steps run: its cache, and how this machine reaches the registry. `work`: where to write it. */
export async function npm_settings(work: string): Promise<{ mounts: [from: string, to: string, mode: 'ro' | 'rw'][] }> {
  const get = async (name: string) =>
    (await run(process.execPath, [process.env.npm_execpath!, 'config', 'get', name])).stdout.trim()
  const [cache, registry] = await Promise.all([get('cache'), get('registry')])
  await mkdir(cache, { recursive: true })
  const lines = ['cache=/npm', 'prefer-offline=true', `registry=${registry}`]
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities) lines.push('cafile=/npm_authorities.pem')
  const file = join(work, 'npmrc')
  await writeFile(file, `${lines.join('\n')}\n`)
  return {
    mounts: [
      [cache, '/npm', 'rw'],
      [file, '/usr/local/etc/npmrc', 'ro'],
      ...(authorities ? [[authorities, '/npm_authorities.pem', 'ro'] as [string, string, 'ro']] : []),
    ],
  }
}
