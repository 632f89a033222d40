// What a connector does not use, so that a case cannot happen to it. Tests compare each word with the connector's declaration, or with the rows
// and answers of a sync. Some of it is a choice of the connector, which no document can show. The rest the vendor's documents show.
import { sign_ins } from '#connectors/sign_ins.ts'
import type { Connector } from '#engine/connector.ts'

export const unused = {
  webhooks: 'The connector registers no webhook, so none can be forged, lost or repeated.',
  writes: 'The connector declares no change at the platform, so no write is sent.',
  changes: 'The connector reads days and lists whole. No request asks for what changed since an instant.',
  renewal: 'The credential is never renewed, so no token counts once.',
  app: 'A person types the key, or the shop sends it. No app with a secret belongs to it.',
  orders: 'The connector stores no orders. What the platform claims is never added to sales.',
  reports: 'The connector orders no report and waits for none.',
  days: 'The connector stores no figures by day.',
  money: 'The connector stores no amount of money.',
  people: 'The connector stores no figure that counts people.',
  number_ids: 'Each id in the answers is text.',
} as const
export type Unused = keyof typeof unused
/** What the vendor's sign-in and answers decide, and no choice of the connector. A cell names the document. */
export const of_vendor: readonly Unused[] = ['renewal', 'app', 'days', 'money', 'number_ids']

const tables_of = ({ streams }: Connector) => Object.values(streams).flatMap(({ into }) => into as readonly string[])
const has_app = (platform: string) => ['oauth1', 'oauth2'].includes(sign_ins[platform]?.kind ?? 'keys')

/** Whether the declaration lacks it. `sources`: the text of the connector's files. */
export const is_undeclared: Partial<
  Record<Unused, (of: { platform: string; connector: Connector; sources: string }) => boolean>
> = {
  webhooks: ({ connector }) => connector.webhooks === undefined,
  writes: ({ connector }) => connector.actions === undefined,
  changes: ({ connector }) => Object.values(connector.streams).every((stream) => !('since' in stream)),
  renewal: ({ connector }) => connector.auth.refresh === undefined,
  app: ({ platform }) => !has_app(platform),
  orders: ({ connector }) => !tables_of(connector).some((table) => /_(orders|refunds|charges)$/.test(table)),
  reports: ({ sources }) => !sources.includes('.built('),
  days: ({ connector }) => !tables_of(connector).some((table) => table.endsWith('_daily')),
}

type Rows = Record<string, readonly Record<string, unknown>[]>

const MONEY = /_micros$/
const PEOPLE = /^(reach|users|new_users|visitors|viewers|followers|opens|visits)$/
const ID = /(^|_)ids?$|[a-z]Ids?$/

const columns = (rows: Rows) =>
  Object.values(rows).flatMap((of) => of.flatMap((row) => Object.keys(row).filter((name) => row[name] !== null)))

function* number_ids(value: unknown): Generator<string> {
  for (const [name, of] of Object.entries((value ?? {}) as object))
    if (typeof of === 'number' && ID.test(name)) yield name
    else if (typeof of === 'object') yield* number_ids(of)
}

/** What rows and answers have of it, by name. */
export const found_in: Partial<Record<Unused, (of: { rows: Rows; answers: readonly unknown[] }) => string[]>> = {
  money: ({ rows }) => columns(rows).filter((name) => MONEY.test(name)),
  people: ({ rows }) => columns(rows).filter((name) => PEOPLE.test(name)),
  number_ids: ({ answers }) => answers.flatMap((answer) => [...number_ids(answer)]),
}
