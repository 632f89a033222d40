// What an action declares: one kind of change at a platform. An action never waits, stores or repeats a request. engine/actions does that
// for all platforms: it previews, sends each request at most once, and reads whether the platform carried it out.

import type { z } from 'zod'
import type { Account, Api } from '#engine/connector/api.ts'
import type { Settings, VendorRequest } from '#engine/connector/vendor_request.ts'
import type { Message } from '#messages/message.ts'

/** What an action may use to read the platform. It gets no way to write. */
export interface ActionSource<Input> {
  api: Pick<Api, 'call' | 'pages' | 'now'>
  account: Account
  settings: Settings
  input: Input
  /** A short text that only this execution uses. A made thing carries it in its name, and is found again by it. */
  mark: string
}

/** What a step may use. Everything here is stored, so that another process can continue after any interruption. */
export interface StepSource<Input, Seen> extends ActionSource<Input> {
  seen: Seen
  /** Ids of things that earlier steps made. */
  made: Record<string, string>
}

/** A value as people read it. Amounts are decimal text, and the difference names their currency. null: there is none. */
export type ActionValue = string | null

export interface Difference {
  /** The step that writes this field. Default: the first step. */
  step?: string
  /** Name of the field, unique in the action: `status`, `daily_budget`, `ad_group.name`. */
  field: string
  /** null: the field or the whole thing does not exist yet. */
  before: ActionValue
  after: ActionValue
  /** ISO 4217, of amounts. */
  currency?: string
}

export interface Target {
  /** What is changed: campaign, ad_set, ad_group, product, listing, question, page. */
  kind: string
  /** null: the action makes it. */
  id: string | null
  name: string
  account_id: string
  /** Of a thing that the action makes: what no second thing can have, such as the address of a page. Two open changes exclude each other. */
  address?: string
  /** What anybody wrote and this change responds to: the question of a buyer. A decision covers it. */
  about?: string
}

/** The action cannot be done. */
export interface ActionRefused {
  /** An English sentence that says why, and how to fix it. */
  refused: string
  /** already_so: nothing is left to change. */
  cause?: 'already_so'
  /** The first day on which a rule of the platform holds, or does not hold any more, YYYY-MM-DD. */
  rule_begins_on?: string
  rule_ends_on?: string
}

/** The action as it would be done now. */
export interface ActionPlan<Seen> {
  target: Target
  differences: readonly Difference[]
  /** What a person must know before saying yes, such as campaigns that share the budget. */
  warnings?: readonly Message[]
  /** What steps and the inverse need of the reading. JSON. */
  seen: Seen
}

/** Found: the thing as it is now. `values` has fields of differences. A field that the platform does not show is left out. */
export interface Found {
  values: Record<string, ActionValue>
  /** Ids that later steps need. */
  made?: Record<string, string>
}

/** What an accepted answer says. */
export interface Accepted {
  made?: Record<string, string>
  /** Parts of the request that the platform refused although it accepted others. */
  refused_parts?: readonly RefusedPart[]
}

export interface RefusedPart {
  part: string
  reason: string
  /** Differences that cannot be there without the part: their names, or the words before a point with which they begin. */
  fields: string[]
}

/** A request that changes something. It always has a method, because a write is never a matter of defaults. */
export type WriteRequest = Omit<VendorRequest<unknown>, 'schema' | 'if_not_found'> & {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
}

/** One write. The engine sends it at most once, and `look` reads whether the platform carried it out. */
export interface Step<Input, Seen> {
  /** Name of the step, unique in the action. It is stored. */
  name: string
  request: (source: StepSource<Input, Seen>) => WriteRequest
  /** Reads an accepted answer. Throws when it cannot be read: the engine then looks. Default: the answer says nothing. */
  accepted?: (answer: unknown, source: StepSource<Input, Seen>) => Accepted
  /**
   * Reads the thing that this step changes or makes. Undefined: it does not exist. The engine compares the values with those before and
   * after. A made thing is found by the mark, because its id may be unknown.
   */
  look: (source: StepSource<Input, Seen>) => Promise<Found | undefined>
}

export interface Action<Input = never, Seen = never> {
  /** What the action does, in one English sentence. */
  about: string
  /** A strict object. Names are short and own words, amounts are decimal text. */
  input: z.ZodObject
  /** Permissions of the platform that the action needs. */
  scopes: readonly string[]
  /** Reads the platform, and writes nothing. Requests with which the platform only validates are reads. */
  preflight: (source: ActionSource<Input>) => Promise<ActionRefused | ActionPlan<Seen>>
  /** In the order in which they are sent. A function: when what was seen decides. */
  steps: readonly Step<Input, Seen>[] | ((seen: Seen, input: Input) => readonly Step<Input, Seen>[])
  /** The longest time until the platform shows a change to readers, and who says so, with the month of reading. */
  visible_within: { s: number; source: string }
  /**
   * What is spent in a day more than before, where no difference is a daily budget. null: not known. Absent: nothing. Another value right
   * before the sending ends the change.
   */
  spend?: (plan: { account: Account; seen: Seen }) => Spend | null
  /**
   * What else a yes stands on, and no difference shows, by name: who shares a budget. Another value right before the sending ends the
   * change. JSON.
   */
  stands_on?: (seen: Seen) => Record<string, unknown>
  /** The action that restores what was before. Undefined: this cannot be undone, and the engine warns of it. */
  inverse?: (plan: { input: Input; seen: Seen }) => { action: string; input: Record<string, unknown> } | undefined
}

/** A decimal amount, and its currency of ISO 4217. */
export interface Spend {
  amount: string
  currency: string
}

export type Actions = Record<string, Action>

/** Returns the action. Its types pass the input's and the seen values' types from preflight to the steps. */
export function action<const Schema extends z.ZodObject, Seen>(
  declared: Omit<Action<z.output<Schema>, Seen>, 'input'> & { input: Schema },
): Action {
  return declared as unknown as Action
}

export const is_refused = (preflight: ActionRefused | ActionPlan<unknown>): preflight is ActionRefused =>
  'refused' in preflight

/** The steps of an action, for what was seen. */
export const steps_of = <Input, Seen>(
  { steps }: Pick<Action<Input, Seen>, 'steps'>,
  seen: Seen,
  input: Input,
): readonly Step<Input, Seen>[] => (typeof steps === 'function' ? steps(seen, input) : steps)
