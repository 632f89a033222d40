// The variables of traces, with the names of OpenTelemetry.
import { z } from 'zod'
import { headers, one_of, web_url } from './schemas.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const trace_variables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'Address of an OpenTelemetry collector (OTLP over HTTP, JSON); traces are sent to /v1/traces below it. When absent, Tablero records no traces.',
    schema: web_url,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers for the collector, such as its key: name=value, separated by commas, values percent-encoded.',
    schema: headers,
  },
  OTEL_SERVICE_NAME: {
    about: 'Name of this Tablero in traces.',
    default: 'tablero',
    schema: z.string(),
  },
  OTEL_TRACES_SAMPLER: {
    about: `Which traces are recorded: ${samplers.join(', ')}. With parentbased, an authenticated caller decides about its own trace.`,
    default: 'parentbased_traceidratio',
    schema: one_of(samplers),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'Share of the traces that a traceidratio records, 0 to 1.',
    default: '1',
    schema: z
      .string()
      .regex(/^(0|1|[01]?\.\d{1,9})$/, { error: 'must be a number from 0 to 1' })
      .transform(Number)
      .refine((share) => share <= 1, { error: 'must be a number from 0 to 1' }),
  },
} as const
