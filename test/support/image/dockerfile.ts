// Reads a Dockerfile for machines without a container builder. It knows the forms that ours uses and refuses every other line, because a
// step that is read wrongly would test something else than the image.

interface From {
  word: 'FROM'
  base: string
  name?: string
}

export interface Copy {
  word: 'COPY'
  /** The stage from which it copies. Absent: the build context. */
  from?: string
  sources: string[]
  to: string
}

interface Env {
  word: 'ENV'
  values: Record<string, string>
}

interface Text {
  word: 'RUN' | 'WORKDIR' | 'USER' | 'EXPOSE'
  text: string
}

interface Command {
  word: 'HEALTHCHECK' | 'CMD'
  command: string[]
}

export type Step = From | Copy | Env | Text | Command

const PLAIN = String.raw`[\w./*:@-]+`
const FROM = new RegExp(`^(${PLAIN})(?: AS (${PLAIN}))?$`)
const COPY = new RegExp(String.raw`^(?:--from=([\w-]+) )?(${PLAIN}(?: ${PLAIN})*) (${PLAIN})$`)
const ENV = new RegExp(`^[A-Z_]+=${PLAIN}(?: [A-Z_]+=${PLAIN})*$`)
const HEALTHCHECK = /^(?:--(?:interval|timeout|start-period|retries)=\w+ )*CMD (\[.+\])$/

/** The command of a list such as ["node", "a.ts"]. */
function listed(text: string | undefined): string[] | undefined {
  if (!text?.startsWith('[')) return
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined
}

function step_of(word: string, text: string): Step | undefined {
  if (word === 'FROM') {
    const [, base, name] = FROM.exec(text) ?? []
    return base ? { word, base, name } : undefined
  }
  if (word === 'COPY') {
    const [, from, sources, to] = COPY.exec(text) ?? []
    return sources && to ? { word, from, sources: sources.split(' '), to } : undefined
  }
  if (word === 'ENV') {
    if (!ENV.test(text)) return
    return { word, values: Object.fromEntries(text.split(' ').map((pair) => pair.split('='))) }
  }
  if (word === 'HEALTHCHECK' || word === 'CMD') {
    const command = listed(word === 'CMD' ? text : HEALTHCHECK.exec(text)?.[1])
    return command && { word, command }
  }
  if (word === 'RUN') return /^(?:[[<-]|.*\\$|.*<<)/.test(text) ? undefined : { word, text }
  if (word === 'WORKDIR') return /^\/[\w/.-]*$/.test(text) ? { word, text } : undefined
  if (word === 'USER') return /^[a-z]\w*$/.test(text) ? { word, text } : undefined
  if (word === 'EXPOSE') return /^\d+$/.test(text) ? { word, text } : undefined
}

/** The steps in their order. Throws for a line of any other form. */
export function read_dockerfile(text: string): Step[] {
  // A comment on the first lines can be a directive of the builder, such as # escape.
  if (/^#\s*\w+\s*=/.test(text)) throw new Error('Line 1 of the Dockerfile is a directive of the builder.')
  const steps = text.split('\n').flatMap((line, n): Step[] => {
    if (/^\s*(?:#|$)/.test(line)) return []
    const [, word, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    const step = word && rest && step_of(word, rest)
    if (!step) throw new Error(`Line ${n + 1} of the Dockerfile has a form that this reader does not know: ${line}`)
    return [step]
  })
  if (steps[0]?.word !== 'FROM') throw new Error('The Dockerfile does not begin with FROM.')
  return steps
}

/** The image on which the Dockerfile stands, which no stage of it makes. */
export function base_of(steps: readonly Step[]): string {
  const stages = steps.filter((step) => step.word === 'FROM')
  const names = new Set(stages.map(({ name }) => name))
  const bases = [...new Set(stages.map(({ base }) => base).filter((base) => !names.has(base)))]
  if (bases.length !== 1) throw new Error(`The Dockerfile has ${bases.length} base images: ${bases.join(', ')}`)
  return bases[0]!
}
