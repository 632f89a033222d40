// The prose of a source file: its comments, and the strings that a person reads. It is returned as a document of paragraphs, with the
// line of the source for each line of the document.
import { type Comment, parseSync, Visitor } from 'oxc-parser'

export interface Prose {
  text: string
  /** Line of the source, from 1, of each line of `text`. */
  lines: number[]
}

/** A string that is a whole sentence is prose wherever it is. Shorter texts are prose where these say so. */
const SENTENCE = /^\W*\p{Lu}\S*(?:\s+\S+){3,}[.!?]\W*$/su
const SPEAKING_CALLS = /^(describe|description|option|refuse|refused|invalid|suite|test|it|info|warn|error|fatal)$/
const SPEAKING_CLASSES = /(Refusal|Error|Fault|Refused)$/
const SPEAKING_PROPERTIES = /^(about|comment|description|error|help|hint|message|title)$/
const DIRECTIVE = /^\s*(biome-ignore|@ts-|#!|\/)/
const RULER = /^[\s/*-]*-{4,}|-{4,}\s*$/g

interface Piece {
  start: number
  text: string
}

export function prose_of(file: string, source: string): Prose {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const pieces = [...comment_pieces(comments, source), ...string_pieces(program)].sort((a, b) => a.start - b.start)
  return document_of(pieces, source)
}

/** Line comments that follow each other are one paragraph. */
function* comment_pieces(comments: Comment[], source: string): Generator<Piece> {
  let open: (Piece & { end: number }) | undefined
  for (const { type, value, start, end } of comments) {
    if (DIRECTIVE.test(value)) continue
    const text = value
      .split('\n')
      .map((line) => line.replace(/^\s*\*?\s?/, '').replaceAll(RULER, ''))
      .join('\n')
    const goes_on = open && type === 'Line' && /^[ \t]*\n[ \t]*$/.test(source.slice(open.end, start))
    if (open && goes_on) {
      open.text += `\n${text}`
      open.end = end
      continue
    }
    if (open) yield open
    open = { start, text, end }
  }
  if (open) yield open
}

function string_pieces(program: Parameters<Visitor['visit']>[0]): Piece[] {
  const pieces = new Map<number, Piece>()
  const add = (node: object) => {
    const text = text_of(node)
    const { start } = node as { start: number }
    if (text && / /.test(text.trim()) && text.length > (pieces.get(start)?.text.length ?? 0))
      pieces.set(start, { start, text })
  }
  const add_sentence = (node: object) => {
    if (SENTENCE.test(text_of(node) ?? '')) add(node)
  }
  new Visitor({
    Literal: add_sentence,
    TemplateLiteral: add_sentence,
    CallExpression({ callee, arguments: given }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee
      if (name.type === 'Identifier' && SPEAKING_CALLS.test(name.name)) given.forEach(add)
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && SPEAKING_CLASSES.test(callee.name)) given.forEach(add)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && SPEAKING_PROPERTIES.test(key.name)) add(value)
    },
  }).visit(program)
  return [...pieces.values()]
}

/** The text of a literal, a template or a sum of both. A value inside becomes `x`, which Markdown reads as code. */
function text_of(given: object): string | undefined {
  const node = given as { type: string; value?: unknown; operator?: unknown; [key: string]: unknown }
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string | null } }[]
    return quasis.map(({ value }) => value.cooked ?? '').join('`x`')
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const sides = [text_of(node.left as object), text_of(node.right as object)]
  return sides.some((side) => side !== undefined) ? sides.map((side) => side ?? '`x`').join('') : undefined
}

function document_of(pieces: Piece[], source: string): Prose {
  const text: string[] = []
  const lines: number[] = []
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  let line = 0
  for (const piece of pieces) {
    while (line + 1 < starts.length && starts[line + 1]! <= piece.start) line += 1
    for (const [n, part] of `${piece.text}\n`.split('\n').entries()) {
      text.push(part.trim())
      lines.push(line + 1 + n)
    }
  }
  return { text: text.join('\n'), lines }
}
