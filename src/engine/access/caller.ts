// The kinds of callers. All of them take the same path through the engine. Only the origin of their scopes differs.
import type { Scope } from '#engine/access/scopes.ts'

interface Acting {
  /** The author in records of calls: `key:<key_id>`, `user:<user_id>`, `agent:<slug>`, `operator:<name>`. */
  actor: string
  org_id: string
  scopes: ReadonlySet<Scope>
}

/** A program with an API key. */
export interface KeyCaller extends Acting {
  via: 'key'
  key_id: string
}

/** A person who is signed in to the dashboard. */
export interface PersonCaller extends Acting {
  via: 'person'
  user_id: string
}

/** One of Tablero's own AI agents, with the scopes that it was given. */
export interface AgentCaller extends Acting {
  via: 'agent'
  agent_slug: string
}

/** A person who runs commands on the machine. */
export interface OperatorCaller extends Acting {
  via: 'operator'
  name: string
}

export type Caller = KeyCaller | PersonCaller | AgentCaller | OperatorCaller

/** Only dashboard users and operators can see internal tools. */
export const may_see_internal = ({ via }: Caller): boolean => via === 'person' || via === 'operator'
