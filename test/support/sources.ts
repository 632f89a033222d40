// The sources of an answer as clients read them: a field that a source lacks is that of the answer.
import type { z } from 'zod'
import type { provenance } from '#figures/sources/provenance.ts'

type Answer = { [Field in keyof typeof provenance]?: z.output<(typeof provenance)[Field]> }

export const whole_sources = ({ sources = [], as_of, settled_until, covered_from, covered_until }: Answer) =>
  sources.map((source) => ({
    last_sync: as_of ?? null,
    settled_until: settled_until ?? null,
    covered_from: covered_from ?? null,
    covered_until: covered_until ?? null,
    ...source,
  }))
