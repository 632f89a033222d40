// What connecting a platform needs of the process, and how it stops with a sentence for the person.
import type { Directory, Org } from '#engine/access/directory.ts'
import type { App, SignIn } from '#engine/connector/sign_in.ts'
import type { Connector } from '#engine/connector.ts'
import type { Jobs } from '#engine/job.ts'
import type { SyncParts } from '#engine/sync/reading.ts'
import { type Message, message } from '#messages/message.ts'

export interface ConnectingParts extends SyncParts {
  base_url: string
  directory: Directory
  jobs: Jobs
  sign_ins: Record<string, SignIn>
  /** The operator's apps, by platform. */
  apps: Record<string, App>
}

/** The address to which a platform sends the browser back. */
export const callback_address = ({ base_url }: Pick<ConnectingParts, 'base_url'>, platform: string) =>
  `${base_url}/connect/callback/${platform}`

/** The organization and the platform of a link or a sign-in. */
export interface About {
  org: Org
  platform: string
  connector: Connector
  sign_in: SignIn
  /** True: the person began on the page of connections, and can begin again there. */
  returns?: boolean
}

/** The name of a platform in the language of the reader. */
export const name_of = (platform: string) => message(`platform.${platform}` as 'platform.mpa')

/** The person cannot continue. The sentence says why. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly sentence: Message
  readonly about: Pick<About, 'org' | 'platform' | 'returns'> | undefined
  /** The page to which the person returns after signing in to Tablero. Undefined: signing in does not help. */
  readonly signed_in_at: string | undefined

  constructor(sentence: Message, about?: Pick<About, 'org' | 'platform' | 'returns'>, signed_in_at?: string) {
    super(sentence.key)
    this.sentence = sentence
    this.about = about
    this.signed_in_at = signed_in_at
  }
}
