// The parts of image.test.ts that need no image.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { confined } from '#test/image/container.ts'
import { base_of, read_dockerfile } from '#test/image/dockerfile.ts'

const ROOT = join(import.meta.dirname, '../..')
const text_of = (name: string) => readFile(join(ROOT, name), 'utf8')
const BASE = 'node:1.2.3-debian-slim@sha256:0'

suite('the reader of the Dockerfile', () => {
  test('reads each line of it that is no comment', async () => {
    const text = await text_of('Dockerfile')
    const steps = read_dockerfile(text)
    assert.equal(steps.length, text.split('\n').filter((line) => line && !line.startsWith('#')).length)
    assert.match(base_of(steps), /^node:\d+\.\d+\.\d+-[a-z]+-slim@sha256:[0-9a-f]{64}$/)
  })

  test('reads what a step says', () => {
    const lines = [
      `FROM ${BASE} AS made`,
      'COPY a.json b.json ./',
      'RUN x && y',
      'FROM made',
      'COPY --from=made /a ./a',
      'ENV A=1 B=0.0.0.0',
      'HEALTHCHECK --interval=10s CMD ["x", "y z"]',
      'CMD ["a", "b"]',
    ]
    assert.deepEqual(read_dockerfile(lines.join('\n')), [
      { word: 'FROM', base: BASE, name: 'made' },
      { word: 'COPY', from: undefined, sources: ['a.json', 'b.json'], to: './' },
      { word: 'RUN', text: 'x && y' },
      { word: 'FROM', base: 'made', name: undefined },
      { word: 'COPY', from: 'made', sources: ['/a'], to: './a' },
      { word: 'ENV', values: { A: '1', B: '0.0.0.0' } },
      { word: 'HEALTHCHECK', command: ['x', 'y z'] },
      { word: 'CMD', command: ['a', 'b'] },
    ])
  })

  for (const line of [
    'ENTRYPOINT ["x"]',
    'ARG VERSION=1',
    'ADD a.tar /',
    'VOLUME /data',
    'run x',
    ' RUN x',
    'RUN x \\',
    'RUN <<END',
    'RUN ["x"]',
    'RUN --mount=type=cache,target=/x y',
    'COPY --chown=node a b',
    'COPY $A b',
    'COPY ["a b", "c"]',
    'ENV A 1',
    'ENV A="1 2"',
    'ENV A=$B',
    'WORKDIR relative',
    'USER 0',
    'USER node:node',
    'HEALTHCHECK NONE',
    'HEALTHCHECK CMD x',
    'CMD x y',
    'CMD [1]',
    'FROM --platform=linux/amd64 x',
    'EXPOSE 3000/udp',
  ])
    test(`refuses what it would read wrongly: ${line}`, () => {
      assert.throws(() => read_dockerfile(`FROM ${BASE}\n${line}\n`), /Line 2 of the Dockerfile has a form/)
    })

  test('refuses directives of the builder, and steps without a base', () => {
    assert.throws(() => read_dockerfile(`# syntax=docker/dockerfile:1\nFROM ${BASE}`), /a directive/)
    assert.throws(() => read_dockerfile('RUN x'), /does not begin with FROM/)
    assert.throws(() => base_of(read_dockerfile('FROM a:1\nFROM b:2')), /2 base images/)
  })
})

test('the limits of a running image are those of compose.yaml', async () => {
  assert.deepEqual(confined(await text_of('compose.yaml')), [
    '--read-only=true',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges:true',
    '--tmpfs=/tmp',
    '--memory=1g',
    '--pids-limit=128',
    '--ulimit=nofile=4096:4096',
    '--ulimit=nproc=4096:4096',
  ])
})
