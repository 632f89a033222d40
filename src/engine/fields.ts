// Named fields with their schemas. Inputs, results and payloads are declared with them.
import type { z } from 'zod'

export type Fields = z.core.$ZodLooseShape
export type Values<F extends Fields> = z.output<z.ZodObject<F, z.core.$strict>>
