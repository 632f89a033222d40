// What a connector declares about the sign-in of a person: where the browser goes, what is asked for, and how the answer is read.
// engine/connecting does the rest for all platforms.
import type { z } from 'zod'
import type { Api, Connector, Query, Secrets, Settings } from '#engine/connector.ts'
import type { FieldName } from '#messages/message.ts'

/** Values of the vendor's app: `client_id`, `client_secret`, and those that the declaration names in `app`. */
export type App = Record<string, string | undefined>

interface Place {
  app: App
  /** Settings that the person has typed. */
  settings: Settings
}

export interface ExchangeRequest {
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  query?: Query
  form?: Query
  json?: Record<string, unknown>
  headers?: Record<string, string>
}

/** What the platform's answer to the exchange gives. */
export interface Granted {
  secrets: Secrets
  settings?: Settings
  /** Absent: the platform does not say. */
  scopes?: readonly string[]
  /** ISO instant at which the access ends, however often tokens are renewed. */
  ends_at?: string
}

/** How the vendor is asked to end the access. */
export type Withdrawal =
  | {
      /** `token`: only this token ends. `grant`: all tokens of the person for the app end, so no other connection may use them. */
      ends: 'token' | 'grant'
      request: (secrets: Secrets, settings: Settings, now: Date) => ExchangeRequest
    }
  | {
      /** The app loses the seller or the shop, so no other connection may read it. */
      ends: 'account'
      /** Asks with the token of the connection, which is renewed before. */
      ask: (source: { api: Api; secrets: Secrets }) => Promise<void>
    }

interface Declared {
  /** Names of settings that a person types before the sign-in, such as the domain of a shop. */
  asks?: readonly string[]
  /** Values that a person chooses for the sign-in alone. No connection keeps them. */
  asks_once?: z.ZodObject
  /** Optional secrets that a person can add after the platform has answered, all of them or none. */
  adds?: {
    secrets: readonly string[]
    /** Asks the platform about the added secrets. Returns why they cannot be used. */
    refused: (source: { api: Api; settings: Settings }) => Promise<string | undefined>
  }
  /** Values of the app beside client id and secret. */
  app?: readonly FieldName[]
  /** Names under which the connector keeps values of the app, when they differ. */
  kept_as?: Record<string, string>
  /** Permissions that are asked for, with the streams that stay empty without them. */
  scopes: Record<string, readonly string[] | 'all'>
  withdraw?: Withdrawal
}

/** The code that the platform gave the browser, and what its exchange needs. */
export interface Code extends Place {
  code: string
  redirect_uri: string
  verifier?: string
}

export interface OAuth2SignIn extends Declared {
  kind: 'oauth2'
  authorize_url: string | ((place: Place) => string)
  token_url: string | ((place: Place) => string)
  pkce?: boolean
  /** Further parameters of the authorization address. Undefined removes a usual one. */
  parameters?: Query | ((place: Place) => Query)
  /** Between scopes. Default: a space. */
  separator?: string
  /** The parameter of the code. Default: `code`. */
  code_parameter?: string
  /** The vendor's own form of the exchange. Default: RFC 6749, section 4.1.3. */
  exchange?: (code: Code) => ExchangeRequest
  /** The vendor's own form of the answer. `parameters` are those of the callback. */
  read?: (body: Record<string, unknown>, now: Date, parameters: URLSearchParams) => Granted
  /** The vendor's own form of a refusal, which may have the status 200. `code` in the words of RFC 6749, section 5.2. */
  refused?: (body: Record<string, unknown>) => { code: string; reason: string } | undefined
  /** A second exchange with what the first one gave. */
  second?: (granted: Granted, place: Place) => ExchangeRequest
  /** Asks the platform what the person granted, and until when, when the exchange does not say. */
  granted?: {
    request: (secrets: Secrets, place: Place) => ExchangeRequest
    read: (body: unknown) => Pick<Granted, 'scopes' | 'ends_at'>
  }
  /** Days until the access ends, from the consent, when no answer says so. */
  ends_after_days?: number
  /** The parameter of the callback with the vendor's signature: HMAC-SHA256 over the others with the app's secret, in hex. */
  signature_parameter?: string
  /** The parameter of the callback that must equal a typed setting. */
  same?: { parameter: string; setting: string }
  /** The vendor's word for a person who may not grant access. */
  operator_error?: string
}

export interface OAuth1SignIn extends Declared {
  kind: 'oauth1'
  request_url: string
  authorize_url: string
  token_url: string
}

/** A person types the keys. They are tested before they are stored. */
export interface KeysSignIn extends Declared {
  kind: 'keys'
}

/** The shop sends its keys to an address of Tablero, beside the return of the browser. */
export interface PostedKeysSignIn extends Declared {
  kind: 'posted_keys'
  authorize_url: (place: Place & { nonce: string; return_url: string; callback_url: string }) => string
  /** `scopes`: what the shop says that the keys may do. */
  read: (body: unknown) => { nonce: string; secrets: Secrets; scopes?: string[] } | undefined
}

export type SignIn = OAuth2SignIn | OAuth1SignIn | KeysSignIn | PostedKeysSignIn

/** Of platforms that declare no sign-in: a person types settings and keys. */
export const typed_keys: KeysSignIn = { kind: 'keys', scopes: {} }

/** A permission as people read it. Google's are addresses, and its page of consent names the product. */
const permission = (scope: string, { product }: Connector['platform']) =>
  scope.startsWith('https:') ? `${product} (${scope.slice(scope.lastIndexOf('/') + 1)})` : scope

/** Streams that stay empty because the person did not grant a permission, by permission. */
export function missing_scopes(
  { scopes }: SignIn,
  { streams, platform }: Pick<Connector, 'streams' | 'platform'>,
  granted: readonly string[] | null,
): [string, readonly string[]][] {
  if (granted === null) return []
  return Object.entries(scopes)
    .filter(([scope]) => !granted.includes(scope))
    .map(([scope, of]): [string, readonly string[]] => [
      permission(scope, platform),
      of === 'all' ? Object.keys(streams) : of,
    ])
    .filter(([, of]) => of.length > 0)
}

/** True: no stream can be read with what the person granted. */
export function reads_nothing(
  sign_in: SignIn,
  connector: Pick<Connector, 'streams' | 'platform'>,
  granted: readonly string[] | null,
): boolean {
  const empty = new Set(missing_scopes(sign_in, connector, granted).flatMap(([, of]) => of))
  return Object.keys(connector.streams).every((stream) => empty.has(stream))
}

/** What does not work because the person did not grant a permission: pairs of the permission and names. */
export interface Missing {
  streams: [scope: string, names: readonly string[]][]
  changes: [scope: string, names: readonly string[]][]
}

export const missing_of = (
  sign_in: SignIn,
  connector: Pick<Connector, 'streams' | 'actions' | 'platform'>,
  granted: readonly string[] | null,
): Missing => ({
  streams: missing_scopes(sign_in, connector, granted),
  changes: missing_for_changes(connector, granted),
})

/** Changes that cannot be made, by the permission that they need. */
function missing_for_changes(
  { actions = {} }: Pick<Connector, 'actions'>,
  granted: readonly string[] | null,
): Missing['changes'] {
  if (granted === null) return []
  const needed = new Set(Object.values(actions).flatMap(({ scopes }) => scopes))
  return [...needed]
    .filter((scope) => !granted.includes(scope))
    .map((scope) => [scope, Object.keys(actions).filter((name) => actions[name]!.scopes.includes(scope))])
}
