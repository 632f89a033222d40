// The input of a new search campaign: the limits of Google for its texts and keywords.
import { z } from 'zod'
import { has_no_repeats } from '#lib/lists.ts'
import { amount_text } from '../ad_actions.ts'
import { is_one_line } from '../new_things.ts'

// Texts of responsive search ads (ResponsiveSearchAdInfo and AssetErrorEnum, v25; Google Ads help 'About responsive search ads', read 2026-11).
const HEADLINES = { min: 3, max: 15, chars: 30 }
const DESCRIPTIONS = { min: 2, max: 4, chars: 90 }
const PATH_CHARS = 15
const KEYWORDS_MAX = 100
/** A keyword has at most ten words (CriterionErrorEnum.KEYWORD_HAS_TOO_MANY_WORDS, v25, read 2026-11). */
const KEYWORD_CHARS = 80
const KEYWORD_WORDS = 10
const NAME_CHARS = 200

const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu
/** Characters of East Asian scripts count twice. */
const width = (text: string) => [...text].length + (text.match(wide)?.length ?? 0)
const texts = ({ min, max, chars }: typeof HEADLINES) =>
  z
    .array(
      z
        .string()
        .min(1)
        .refine((text) => width(text) <= chars, `must have at most ${chars} characters`)
        .refine(is_one_line, 'must be one line'),
    )
    .min(min)
    .max(max)
    .refine(has_no_repeats, 'must not repeat a text')

const name = z.string().min(1).max(NAME_CHARS)
const path = z.string().min(1).max(PATH_CHARS).optional()
export const input = z.object({
  name,
  daily_budget: amount_text,
  currency: z.string().length(3).optional(),
  ad_group_name: name.optional(),
  headlines: texts(HEADLINES),
  descriptions: texts(DESCRIPTIONS),
  final_url: z.url({ protocol: /^https?$/ }).max(2_000),
  path1: path,
  path2: path,
  keywords: z
    .array(
      z
        .object({
          text: z
            .string()
            .min(1)
            .max(KEYWORD_CHARS)
            .refine(
              (text) => text.trim().split(/\s+/).length <= KEYWORD_WORDS,
              `must have at most ${KEYWORD_WORDS} words`,
            )
            .refine(is_one_line, 'must be one line'),
          match: z.enum(['exact', 'phrase', 'broad']).default('phrase'),
        })
        .strict(),
    )
    .min(1)
    .max(KEYWORDS_MAX),
  eu_political_advertising: z
    .boolean()
    .default(false)
    .describe('The declaration that Google requires: whether the campaign has political advertising for the EU.'),
})
export type Input = z.output<typeof input>
