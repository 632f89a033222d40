// One log line is one JSON object. Redaction works on the finished line. So no secret passes in any field, at any depth, in any
// spelling, or in an error message of a library.
import { type DestinationStream, type Logger, pino } from 'pino'
import { trace_ids } from '#lib/trace.ts'

export type Log = Logger

const REDACTED = '[redacted]'
const SECRET_FIELD = String.raw`[\w.-]*(?:authorization|cookie|passw(?:or)?d|passphrase|secret|token|credential|api[-_]?key|private[-_]?key|master[-_]?key)[\w.-]*`

const rules: [RegExp, string][] = [
  // "access_token":"…", also inside a text that is itself JSON, where the quotes are escaped
  [
    new RegExp(String.raw`((\\*)"${SECRET_FIELD}\2"\s*:\s*\2")(?:(?!\2")(?:\\\\|\\.|[^"\\]))*(?=\2")`, 'gi'),
    `$1${REDACTED}`,
  ],
  // Tablero's own keys: the prefix is public and identifies the key
  [/\b(svc_[0-9A-Za-z]{10})_[0-9A-Za-z]{20,}/g, `$1_${REDACTED}`],
  // schemes of the Authorization header, in any context
  [/\b(Bearer|Basic|Klaviyo-API-Key)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  // postgres://user:password@host
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@"]*):[^\s@"/]+@/gi, `$1:${REDACTED}@`],
  // ?access_token=…&code=…
  [
    new RegExp(String.raw`([?&](?:${SECRET_FIELD}|code|key|sig|signature|appsecret_proof)=)[^&\s"\\]+`, 'gi'),
    `$1${REDACTED}`,
  ],
  // tokens with a known prefix
  [/\b(shpat|shpss|shpca|pk|EAA[A-Za-z]|ya29|sk)[._][\w-]{16,}/g, `$1_${REDACTED}`],
]

/** Replaces every secret in the text, so that a reader cannot act as somebody else. */
export function redact(text: string): string {
  return rules.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text)
}

export function create_log({ level = 'info', stream }: { level?: string; stream?: DestinationStream } = {}): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err, error: pino.stdSerializers.err },
      mixin: () => trace_ids(),
      hooks: { streamWrite: redact },
    },
    stream ?? pino.destination({ fd: 1, sync: true }),
  )
}

export const silent_log = (): Log => pino({ level: 'silent' })
