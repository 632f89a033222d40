// Removes secrets from a text, so that a reader cannot act as somebody else. The text can come from callers and platforms and can be
// made to be slow. So every pattern has bounded repetitions, or ends with its only unbounded one: the time grows with the length only.

const REDACTED = '[redacted]'

/** Words that begin or are part of the name of a secret. */
const NAME =
  /authorization|cookie|passw(?:or)?d|passphrase|(?<![a-z])pass(?![a-z])|pwd|secret|token|credential|code_verifier|(?:api|private|master|access|signing)[-_ ]?key/gi
const REST_OF_NAME = /[\w.-]*/y
/** Between a name and its value: the quote that ends the name, and a separator. */
const SEPARATOR = /(\\{0,63}["']|%22)?\s{0,4}(?:[:=]|%3[AD])\s{0,4}(?:\[\s{0,4})?/iy
const OPENING_QUOTE = /(\\{0,63})"/y
const SINGLE_QUOTED = /'(?:[^'"\\\r\n]|\\\\)*/y
const SCHEME_AND_VALUE = /(?:(?:bearer|basic|digest|token)\s{1,4})?(?:[^\s"'\\,;&<>{}[\]()]|\\\\)+/iy
/** The value of a header with spaces, up to the end of its line. */
const WHOLE_LINE = /(?:[^"'\\\r\n]|\\\\)+/y
const BARE_JSON = /-?[\w.+]+/y
const NEXT_ITEM = /\s{0,4},\s{0,4}(?=\\{0,63}")/y

const patterns: [RegExp, string][] = [
  // Tablero's own keys: the prefix is public and identifies the key
  [/(?<![A-Za-z0-9])(svc_[0-9A-Za-z]{10})_[0-9A-Za-z]{20,}/g, `$1_${REDACTED}`],
  // tokens of apps
  [/(?<![A-Za-z0-9])(sv[tr]_)[A-Za-z]{20,}/g, `$1${REDACTED}`],
  // schemes of the Authorization header, in any context
  [/\b(Bearer|Basic|Klaviyo-API-Key)\s{1,8}[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  // postgres://user:password@host and https://token@host
  [/(\/\/[^\s:/@"\\]{0,100}:)[^\s@"/\\]{1,400}@/g, `$1${REDACTED}@`],
  [/\/\/[\w.~%+-]{16,400}@/g, `//${REDACTED}@`],
  // ?code=…&sig=…
  [/([?&](?:code|key|sig|(?:[a-z]{1,6}[-_]){0,2}signature|hmac|appsecret_proof)=)[^&\s"\\]+/gi, `$1${REDACTED}`],
  // addresses that are secrets: anyone who has one posts into the chat
  [
    /(hooks\.slack\.com\/(?:services|triggers|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/|webhook\.office\.com\/webhookb2\/)[^\s"'\\<>]+/gi,
    `$1${REDACTED}`,
  ],
  // the key of backups
  [/(AGE-SECRET-KEY-1)[0-9A-Z]{20,}/gi, `$1${REDACTED}`],
  [/(?<![\w-])eyJ[\w-]{16,}(?:\.[\w-]*){0,4}/g, REDACTED],
  // tokens with a prefix that their vendor publishes
  [
    /(?<![A-Za-z0-9])(shp(?:at|ss|ca|pa|ua)_|[sprw][kh](?:sec)?_|sk-|pk-|EAA[A-Za-z]|ya29\.|1\/\/0|GOCSPX-|AIza|xox[a-z]-|xapp-|gh[opsur]_|github_pat_|glpat-|npm_|xkeysib-|APP_USR-|TG-|amzn1\.oa2-cs\.v1\.)[\w.-]{16,}/g,
    `$1${REDACTED}`,
  ],
  [/(?<![A-Za-z0-9])(c[ks]_)[0-9a-f]{32,}/g, `$1${REDACTED}`],
  [/(?<![A-Za-z0-9])(Atz[ar]\|)[\w.~+/=-]{16,}/g, `$1${REDACTED}`],
  [/(?<![A-Za-z0-9])[0-9a-f]{32}(-us[0-9]{1,2})(?![0-9])/g, `${REDACTED}$1`],
  [/(?<![A-Za-z0-9])(AKIA|ASIA)[0-9A-Z]{12,}/g, `$1${REDACTED}`],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-"\\]|\\[^"])*(?:-----END [A-Z ]{0,40}-----)?/g, REDACTED],
]

/** Replaces every secret in the text. A JSON line stays valid JSON. */
export function redact(text: string): string {
  return patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), without_named(text))
}

/** Removes the values of names like access_token: in JSON, in JSON within a text, in headers, addresses, settings and code. */
function without_named(text: string): string {
  let clean = ''
  let copied = 0
  NAME.lastIndex = 0
  for (let found = NAME.exec(text); found; found = NAME.exec(text)) {
    const name_end = end_of(REST_OF_NAME, text, NAME.lastIndex)
    const separator = match_at(SEPARATOR, text, name_end)
    // All names within one word have the same end.
    NAME.lastIndex = name_end
    if (!separator) continue
    const start = name_end + separator[0].length
    const value = value_at(text, start, {
      word: found[0].toLowerCase(),
      separator: separator[0],
      is_json: separator[1]?.endsWith('"') ?? false,
    })
    if (!value) continue
    clean += text.slice(copied, value.start) + value.shown
    copied = value.end
    NAME.lastIndex = value.end
  }
  return copied === 0 ? text : clean + text.slice(copied)
}

interface Value {
  start: number
  end: number
  shown: string
}

function value_at(
  text: string,
  start: number,
  { word, separator, is_json }: { word: string; separator: string; is_json: boolean },
): Value | undefined {
  const quote = match_at(OPENING_QUOTE, text, start)
  if (quote) return quoted_value(text, start, quote, separator.includes('['))
  if (is_json) {
    const end = end_of(BARE_JSON, text, start)
    const is_number = /^-?\d/.test(text.slice(start, start + 2))
    // A count, such as max_tokens, is no secret.
    if (!is_number || (word === 'token' && end - start < 10)) return undefined
    const escapes = separator.slice(0, separator.indexOf('"'))
    return { start, end, shown: `${escapes}"${REDACTED}${escapes}"` }
  }
  if (text[start] === "'") return { start: start + 1, end: end_of(SINGLE_QUOTED, text, start), shown: REDACTED }
  const is_header = word === 'authorization' || word === 'cookie'
  const end = end_of(is_header && separator.includes(':') ? WHOLE_LINE : SCHEME_AND_VALUE, text, start)
  const is_sentence = !is_header && separator.includes(':') && !/^(?:passw|pwd)/.test(word)
  if (end === start || (is_sentence && is_plain_word(text.slice(start, end)))) return undefined
  if (word === 'token' && /^\d{1,9}$/.test(text.slice(start, end))) return undefined
  return { start, end, shown: REDACTED }
}

/** A word of a sentence, such as "invalid token: expired". */
const is_plain_word = (value: string) => value.length < 20 && !/\d|[a-z][A-Z]/.test(value)

/** A text in quotes, or all texts of a list. */
function quoted_value(text: string, start: number, [quote, escapes = '']: RegExpExecArray, is_list: boolean): Value {
  const first = start + quote.length
  let end = end_of_quoted(text, first, escapes.length)
  while (is_list) {
    const next = match_at(NEXT_ITEM, text, end + quote.length)
    const opening = next && match_at(OPENING_QUOTE, text, NEXT_ITEM.lastIndex)
    if (opening?.[0] !== quote) break
    end = end_of_quoted(text, OPENING_QUOTE.lastIndex, escapes.length)
  }
  return { start: first, end, shown: REDACTED }
}

/**
 * The end of a text whose quotes have this number of backslashes before them: 0 in JSON, 1 in JSON within JSON, then 3, 7 and so on.
 * A quote within the text has more. A backslash of the text itself is written as twice that number plus two.
 */
function end_of_quoted(text: string, from: number, escapes: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = 0
    while (at - before > from && text[at - before - 1] === '\\') before += 1
    if (before < escapes || before % (2 * (escapes + 1)) === escapes) return at - Math.min(before, escapes)
  }
  return text.length
}

function match_at(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const end_of = (pattern: RegExp, text: string, at: number) => (match_at(pattern, text, at) ? pattern.lastIndex : at)
