// What a rule is: one declaration from which recommendations are made.
import { type Exact, money_number } from '#domain/exact.ts'
import type { NotificationModule, Severity } from '#engine/notifications/notify.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Counted, Source, SourceGroup } from '#figures/sources/sources.ts'
import type { ListTable } from '#figures/sources/unread_lists.ts'
import { as_money, type Message } from '#messages/message.ts'

export interface Rule {
  /** What it finds, for the documents. */
  about: string
  module: NotificationModule
  /** Sources that it evaluates. Without them, the rule reads what Tablero itself knows. */
  needs?: Needs
  find(asked: RuleInput): Promise<Finding[]>
}

interface Needs {
  of: SourceGroup
  /** Whole days that end yesterday. All of them must be stored of a connection that is evaluated. */
  days: number
  /** True: the rule is about all sources together, so it evaluates nothing while one of them cannot be trusted. */
  together?: boolean
  /** Lists without which the rule finds nothing. It leaves out accounts of which one was never read, and those without any access. */
  lists?: readonly ListTable[]
  /** Sources that the rule compares with. It evaluates nothing while one of them cannot be trusted. */
  beside?: SourceGroup
}

export interface Days {
  from: string
  to: string
}

export interface RuleInput {
  context: FigureContext
  /** The days of `needs`. Without it: yesterday. */
  days: Days
  /** Sources whose figures can be trusted on all of these days. */
  trusted: readonly Source[]
  /** Their rows, without those that count elsewhere. */
  counted: Counted
  /** The rows of `beside`. */
  beside: Counted
}

export interface Finding {
  /** The same for the same subject on every day. Begins with the ids of its connection and its account, if it is of one. */
  subject: string
  /** Name of the subject for people. */
  name: string
  connection_id?: string
  platform?: string
  severity: Severity
  title: Message
  text: Message
  /** The figures on which it stands. Amounts are of the reporting currency. */
  evidence: Record<string, string | number | null>
  /** What the change is worth in a month, in the reporting currency. */
  effect?: Effect
  call?: Call
  /** The change at a platform that carries it out. */
  change?: { action_type: string; target: string }
}

/** Neither is negative, and `low` is never above `high`. */
export interface Effect {
  low: Exact
  high: Exact
}

export interface Call {
  tool: string
  input: Record<string, string | number>
}

/** Days of a month, in amounts of a month. */
export const MONTH_DAYS = 30n

/** The amount of a month, from that of some days. */
export const monthly = (amount: Exact, days: number): Exact => (amount * MONTH_DAYS) / BigInt(days)

/** An amount in a sentence. null: an exchange rate is missing. */
export const amount_text = (amount: Exact | null, currency: string) =>
  amount === null ? '—' : as_money(money_number(amount, currency), currency)
