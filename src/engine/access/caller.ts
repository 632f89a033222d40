// The kinds of callers. Each one takes the same path through the engine (src/engine/calls/call.ts). Only the origin of their scopes differs.
// An operator is none of them: a command calls no tool, and records the operator as its author (src/engine/calls/operate.ts).
import type { Role } from '#domain/roles.ts'
import type { Scope } from '#domain/scopes.ts'
import type { Language } from '#messages/message.ts'

interface Acting {
  /** The author in records of calls: `key:<key_id>`, `oauth:<grant_id>`, `user:<user_id>`, `agent:<slug>`. */
  actor: string
  org_id: string
  scopes: ReadonlySet<Scope>
}

/** For whom a program acts: for its owner, or for an AI agent. */
export const acts_for = ['person', 'agent'] as const
export type ActsFor = (typeof acts_for)[number]

/** A program with an API key. */
export interface KeyCaller extends Acting {
  via: 'key'
  key_id: string
  /** The member who owns the key. Undefined: an operator made it. */
  user_id?: string
  /** agent: the key decides about no change, whatever its scopes. */
  acts_for: ActsFor
  /** The key of an agency: its scopes on the clients on which its owner acts. Undefined: it has no owner. */
  client_scopes?: ReadonlyMap<string, ReadonlySet<Scope>>
}

/** An app with an access token. It acts for a person in the one organization that the person chose. */
export interface OAuthCaller extends Acting {
  via: 'oauth'
  grant_id: string
  user_id: string
  /** Whether the person signs in with a second factor. */
  two_factor: boolean
  /** What the person may allow the app now. */
  may_have: ReadonlySet<Scope>
}

/** A person who is signed in to the dashboard, in one organization. */
export interface SessionCaller extends Acting {
  via: 'session'
  user_id: string
  role: Role
  /** Of the sentences in answers. Undefined: the one of the organization, which all other callers get. */
  language?: Language
}

/** One of Tablero's own AI agents, with the scopes that it was given. Made by the process that starts the agent: today, by tests only. */
export interface AgentCaller extends Acting {
  via: 'agent'
  agent_slug: string
}

export type Caller = KeyCaller | OAuthCaller | SessionCaller | AgentCaller

/** The person who asks, or for whom a program asks. The key of an AI agent asks for nobody, although a person owns it. */
export function person_of(caller: Caller): string | undefined {
  if (caller.via === 'key') return caller.acts_for === 'person' ? caller.user_id : undefined
  return caller.via === 'session' || caller.via === 'oauth' ? caller.user_id : undefined
}

/** Only dashboard users can see internal tools. */
export const may_see_internal = ({ via }: Caller): boolean => via === 'session'

/** A caller who may do everything in the organization. */
export const is_admin = ({ scopes }: Pick<Caller, 'scopes'>): boolean => scopes.has('admin:*')
