// A review of one subject: complete days against as many before and the same days a year before, with a sentence about what they mean.
import type { z } from 'zod'
import type { Scope } from '#domain/scopes.ts'
import type { Fields } from '#engine/fields.ts'
import { sentence } from '#engine/sentence.ts'
import { type FigureContext, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import type { Message } from '#messages/message.ts'

interface Review<P extends f.Parts, F extends Fields> {
  about: string
  keywords: { es: string; en: string; pt: string }
  scopes: readonly Scope[]
  /** The result without what every review has. */
  fields: F
  parts: P
  /** The sentence and the fields. The engine adds `currency`, when the parts have amounts, and `notes` to those of the sources. */
  shows: (
    found: f.Answer<P, f.YearPeriod>,
    context: FigureContext,
    period: f.YearPeriod,
  ) => Shown<F> | Promise<Shown<F>>
}

type Shown<F extends Fields> = Omit<z.input<z.ZodObject<F>>, 'currency'> & { summary: Message; notes?: Message[] }

export const review = <const P extends f.Parts, F extends Fields>({
  fields,
  parts,
  shows,
  ...declared
}: Review<P, F>) =>
  tool({
    ...declared,
    effect: 'read',
    input: { days_back: f.days_back },
    result: { summary: sentence('What the figures mean.'), ...f.year_period_fields, ...fields, ...f.provenance },
    example: { days_back: 30 },
    async run({ days_back }, context) {
      const period = f.with_year_before(f.last_days_compared(days_back, context))
      const found = await f.answer(context, period, parts)
      const { notes = [], ...shown } = await shows(found, context, period)
      return { ...shown, ...f.with_notes(found.shared, notes) } as never
    },
  })
