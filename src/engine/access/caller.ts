// Who calls. Every kind of caller goes the same way through the engine; what differs is where its scopes come from.
import type { Scope } from '#engine/access/scopes.ts'

interface Acting {
  /** What records of a call name: `key:<key_id>`, `user:<user_id>`, `agent:<slug>`, `operator:<name>`. */
  actor: string
  org_id: string
  scopes: ReadonlySet<Scope>
}

/** A program with an API key. */
export interface KeyCaller extends Acting {
  via: 'key'
  key_id: string
}

/** Somebody who is signed in. */
export interface PersonCaller extends Acting {
  via: 'person'
  user_id: string
}

/** One of our own AI agents, with what it was given to do its work. */
export interface AgentCaller extends Acting {
  via: 'agent'
  agent_slug: string
}

/** Whoever runs commands on the machine. */
export interface OperatorCaller extends Acting {
  via: 'operator'
  name: string
}

export type Caller = KeyCaller | PersonCaller | AgentCaller | OperatorCaller

/** Internal tools exist for people and operators alone. */
export const may_see_internal = ({ via }: Caller): boolean => via === 'person' || via === 'operator'
