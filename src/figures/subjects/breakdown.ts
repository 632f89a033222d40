// A change broken down by channel and campaign. The shown campaigns add up exactly to their channel, and the shown channels plus
// rounding add up exactly to the change.
import { z } from 'zod'
import { ratio_effects, shown_units } from '#domain/breakdown.ts'
import { change_percent, type Exact, exact_ratio, ONE, to_number } from '#domain/exact.ts'
import { public_name_or_message } from '#engine/sentence.ts'
import type { Sides, Sums } from '#figures/figure.ts'
import { change_of } from '#figures/wording.ts'
import { listed_by, type Message, message, type Shown, sentences } from '#messages/message.ts'

/** Number of campaigns shown for one channel. One line sums the rest. */
const CAMPAIGNS_MAX = 8
/** Number of effects that the sentence names. */
const LEADING_MAX = 2
/** Smaller effects would be shown as zero, because sentences have two decimals. */
const SHOWN_LEAST = 0.005
/** Number of channels shown. One line sums the rest. */
const CHANNELS_MAX = 15

const effects = {
  effect: z.number().nullable().describe('Its part of the change; null where there is none.'),
  mix_effect: z
    .number()
    .nullable()
    .optional()
    .describe('For ROAS: of effect, what comes from taking more or less of the spend.'),
  rate_effect: z
    .number()
    .nullable()
    .optional()
    .describe('For ROAS: of effect, what comes from performing better or worse itself.'),
}
const side = z.number().nullable().describe('null: not known, or no amount has an exchange rate.')
const sides = { current: side, previous: side }

const channel = z.strictObject({
  channel: public_name_or_message(),
  ...sides,
  ...effects,
  campaigns: z
    .array(z.strictObject({ campaign: public_name_or_message(), ...sides, ...effects }))
    .describe('Largest effect first.'),
  other_campaigns: z
    .strictObject({ count: z.int(), ...effects })
    .optional()
    .describe('Campaigns that are not shown, together.'),
})

/** Result fields of a figure that is broken down. */
export const breakdown_fields = {
  current: z.number().nullable(),
  previous: z.number().nullable(),
  change: z.number().nullable().describe('current less previous: the effects of all channels and rounding.'),
  change_percent: z.number().nullable(),
  year_before: z.number().nullable().describe('Of year_before_window; null: not known.'),
  channels: z.array(channel).describe('Largest effect first.'),
  rounding: z
    .number()
    .nullable()
    .describe('What rounding the parts leaves over, so that everything adds up to change.'),
}

/** A message where nothing has a name. */
type Name = string | Message

interface BreakdownItem {
  channel: Name
  campaign: Name
  over: { current: Exact; previous: Exact }
  /** The denominator of a ratio. */
  under?: { current: Exact; previous: Exact }
  /** Whether the item has figures in each period. null: the figures exist, but an exchange rate is missing. */
  has: Record<'current' | 'previous', boolean | null>
}

/** An item with its effect in shown units. */
interface Part {
  item: BreakdownItem
  mix: bigint
  rate: bigint
}

interface Lines extends Sides {
  lines: (Sides & { key: Record<string, string | null> })[]
}

/** The figure whose change is broken down: a sum, or a quotient of two sums. A line is unknown if one of these is unknown. */
interface Division {
  over: string
  under?: string
  place: (key: Record<string, string | null>) => { channel: Name; campaign: Name }
}

/** Breaks the change of a figure down by channel and campaign. */
export function break_down_lines({ lines, ...total }: Lines, division: Division, digits: number) {
  const { over, under, place } = division
  const needs = under === undefined ? [over] : [over, under]
  const sum = (line: Sides, name: string) => ({
    current: line.current?.[name] ?? 0n,
    previous: line.previous?.[name] ?? 0n,
  })
  const has = (sums: Sums | null) => sums !== null && (needs.every((name) => sums[name] !== null) || null)
  const now_or_then = lines.filter(({ current, previous }) => current !== null || previous !== null)
  const items = now_or_then.map(
    (line): BreakdownItem => ({
      ...place(line.key),
      over: sum(line, over),
      under: under === undefined ? undefined : sum(line, under),
      has: { current: has(line.current), previous: has(line.previous) },
    }),
  )
  // A ratio of a whole that lacks a source is unknown.
  const known = (side: 'current' | 'previous') => {
    const each = items.map(({ has }) => has[side])
    return total[side] !== null && !(under && total.lacks?.[side]) && (each.includes(true) || !each.includes(null))
  }
  const year = total.year_before
  const of_year = under ? exact_ratio(year?.[over] ?? null, year?.[under] ?? null) : (year?.[over] ?? null)
  return {
    ...break_down(items, {
      digits,
      known: { current: known('current'), previous: known('previous') },
      is_alike: !needs.some((name) => total.unlike?.('previous', name)),
    }),
    year_before: of_year === null || (under && total.lacks?.year_before) ? null : to_number(of_year, digits),
  }
}

interface Options {
  digits: number
  known: { current: boolean; previous: boolean }
  /** False: the periods have not the same accounts, so that a change is none. */
  is_alike: boolean
}

function break_down(items: BreakdownItem[], { digits, known, is_alike }: Options) {
  const is_ratio = items.some(({ under }) => under !== undefined)
  const now = known.current ? value_of(items, 'current') : null
  const then = known.previous ? value_of(items, 'previous') : null
  const is_known = is_alike && now !== null && then !== null
  const parts = is_known ? parts_of(items, digits) : items.map((item) => ({ item, mix: 0n, rate: 0n }))
  const on_wire = (units: bigint) => to_number(units * (ONE / 10n ** BigInt(digits)), digits)
  const effect = (of: Part[]) => ({
    effect: is_known ? on_wire(sum(of)) : null,
    ...(is_ratio && {
      mix_effect: is_known ? on_wire(sum(of, 'mix')) : null,
      rate_effect: is_known ? on_wire(sum(of, 'rate')) : null,
    }),
  })
  const shown = (value: Exact | null) => (value === null ? null : to_number(value, digits))
  // Amounts that all lack an exchange rate are not zero.
  const side_of = (of: Part[], side: 'current' | 'previous') =>
    known[side] && of.some(({ item }) => item.has[side] !== null) ? shown(value_of(items_of(of), side)) : null
  const sides_of = (of: Part[]) => ({ current: side_of(of, 'current'), previous: side_of(of, 'previous') })
  const change = is_known ? shown_units(now, digits) - shown_units(then, digits) : null
  return {
    current: shown(now),
    previous: shown(then),
    change: change === null ? null : on_wire(change),
    change_percent: is_known ? change_percent(now, then) : null,
    channels: channels_of(parts).map(([channel, parts]) => {
      const rest = parts.slice(CAMPAIGNS_MAX)
      return {
        channel,
        ...sides_of(parts),
        ...effect(parts),
        campaigns: parts
          .slice(0, CAMPAIGNS_MAX)
          .map((part) => ({ campaign: part.item.campaign, ...sides_of([part]), ...effect([part]) })),
        ...(rest.length > 0 && { other_campaigns: { count: rest.length, ...effect(rest) } }),
      }
    }),
    rounding: change === null ? null : on_wire(change - sum(parts)),
  }
}

const items_of = (parts: Part[]) => parts.map(({ item }) => item)

function sum(parts: Part[], only?: 'mix' | 'rate'): bigint {
  return parts.reduce((total, part) => total + (only ? part[only] : part.mix + part.rate), 0n)
}

function value_of(items: BreakdownItem[], side: 'current' | 'previous'): Exact | null {
  const over = items.reduce((total, item) => total + item.over[side], 0n)
  if (!items.some(({ under }) => under !== undefined)) return over
  const under = items.reduce((total, item) => total + (item.under?.[side] ?? 0n), 0n)
  return exact_ratio(over, under)
}

function parts_of(items: BreakdownItem[], digits: number): Part[] {
  const nothing = { current: 0n, previous: 0n }
  const effects = items.some(({ under }) => under !== undefined)
    ? ratio_effects(items.map(({ over, under = nothing }) => ({ over, under })))
    : null
  return items.map((item, at) => {
    const { current, previous } = item.over
    const effect = effects?.[at]
    return effect
      ? { item, mix: shown_units(effect.mix, digits), rate: shown_units(effect.rate, digits) }
      : // a sum has no mix, so the effect of an item is the item's own difference
        { item, mix: 0n, rate: shown_units(current, digits) - shown_units(previous, digits) }
  })
}

const size = (of: bigint) => (of < 0n ? -of : of)
const by_size = (a: Part[], b: Part[]) =>
  Number(size(sum(b)) - size(sum(a)) > 0n) - Number(size(sum(b)) - size(sum(a)) < 0n)

/** Largest effect first. Beyond the limit, one line joins the smallest channels, so that the answer is short and still adds up. */
function channels_of(parts: Part[]): [Name, Part[]][] {
  const channels = [...Map.groupBy(parts, ({ item }) => item.channel)].sort(([, a], [, b]) => by_size(a, b))
  const rest = channels.length > CHANNELS_MAX ? channels.splice(CHANNELS_MAX - 1).flatMap(([, of]) => of) : []
  if (rest.length > 0) channels.push([message('diagnosis.other_channels'), rest])
  for (const [, of] of channels) of.sort((a, b) => by_size([a], [b]))
  return channels
}

/** A sentence with the change and its largest effects. */
export function breakdown_sentence(
  metric: string,
  { current, previous, change, change_percent, channels }: ReturnType<typeof break_down_lines>,
  written: (value: number, how?: { is_signed: boolean }) => Shown,
  until?: string,
): Message {
  if (current === null || previous === null || change === null) return message('diagnosis.unknown', { metric })
  const last_day = until !== undefined && message('diagnosis.until', { date: until })
  if (change === 0) return sentences(message('diagnosis.same', { metric, current: written(current) }), last_day)
  const what = message(change > 0 ? 'diagnosis.rose' : 'diagnosis.fell', {
    metric,
    previous: written(previous),
    current: written(current),
    change: change_of(change_percent),
  })
  const all = channels
    .flatMap(({ channel, campaigns }) =>
      campaigns.map(({ campaign, effect }) => ({ campaign, channel, effect: effect ?? 0 })),
    )
    .filter(({ effect }) => Math.abs(effect) >= SHOWN_LEAST)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  const leading = leading_of(all, change).map(({ effect, ...of }) =>
    message('diagnosis.effect', { ...of, effect: written(effect, { is_signed: true }) }),
  )
  const effects = leading.length > 0 && message('diagnosis.leading', { effects: listed_by(', ', leading) })
  return sentences(what, effects, last_day)
}

/** The largest effects, the first of which has the direction of the change: an effect against it explains nothing alone. */
export function leading_of<Of extends { effect: number }>(largest_first: readonly Of[], change: number): Of[] {
  const first = largest_first.find(({ effect }) => effect > 0 === change > 0)
  const others = largest_first.filter((one) => one !== first)
  return [...(first ? [first] : []), ...others].slice(0, LEADING_MAX)
}
