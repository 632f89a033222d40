// Every image of a container is named by its version, for people, and by its digest, so that nobody can replace it unnoticed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floor, type Gate } from './gate.ts'

const PINNED = /^[a-z0-9./-]+:\d+\.\d+\.?\d*[\w.-]*@sha256:[0-9a-f]{64}$/
/** Names that no registry has: the image that compose.yaml builds. */
const OWN = new Set(['tablero'])
const CHECKED_MIN = 4

interface Named {
  file: string
  image: string
}

async function images_of_dockerfile(root: string): Promise<Named[]> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8')
  const stages = [...text.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)]
  const names = new Set(stages.map(([, , name]) => name))
  return stages.flatMap(([, image]) => (names.has(image) ? [] : { file: 'Dockerfile', image: image! }))
}

async function images_of_compose(root: string): Promise<Named[]> {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8')
  const images = [...text.matchAll(/^ +image: (\S+)/gm)].map(([, image]) => image!)
  return images.flatMap((image) => (OWN.has(image) ? [] : { file: 'compose.yaml', image }))
}

export const images: Gate = {
  name: 'images',
  async run(root) {
    const named = [...(await images_of_dockerfile(root)), ...(await images_of_compose(root))]
    const faults = named.flatMap(({ file, image }) =>
      PINNED.test(image) ? [] : `${file}: ${image} is not pinned. Name its version and its digest: name:1.2.3@sha256:…`,
    )
    return { faults: [...floor(named.length, CHECKED_MIN, 'images'), ...faults], looked: `${named.length} images` }
  },
}
