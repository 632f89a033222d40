// Connectors with one mistake each, to show that the comparison finds it.
import { connectors } from '#connectors/index.ts'
import type { Api, Connector, Stream, WarehouseTable } from '#engine/connector.ts'

type Wrap = (stream: Stream<never, WarehouseTable>) => object

const with_mistake = (platform: string, mistake: Wrap): Record<string, Connector> => {
  const streams = Object.entries(connectors[platform]!.streams).map(([name, stream]) => [
    name,
    { ...stream, ...mistake(stream) },
  ])
  return { ...connectors, [platform]: { ...connectors[platform]!, streams: Object.fromEntries(streams) } }
}

/** Meta leaves out what was deleted, unless a request names its states. */
const asks_for_living = ({ read }: Stream<never, WarehouseTable>) => ({
  read: (source: { api: Api }) => {
    const pages: Api['pages'] = (asked) =>
      source.api.pages({ ...asked, query: { ...asked.query, filtering: undefined } })
    return read({ ...source, api: { ...source.api, pages } } as never)
  },
})

interface Ordered {
  store_orders: { ordered_at: string }
  store_refunds?: object[]
}

export const broken = {
  /** Its totals stay, so that the loss is reported. It is never healed. */
  forgets_deleted_campaigns: with_mistake('mx_ads', asks_for_living),
  forgets_them_without_totals: with_mistake('mx_ads', (stream) => ({ ...asks_for_living(stream), total: undefined })),
  counts_refunds_on_the_day_of_the_order: with_mistake('sx', (stream) => ({
    rows: (item: never, context: never) => {
      const { store_refunds, ...rows } = stream.rows(item, context) as unknown as Ordered
      const { ordered_at } = rows.store_orders ?? {}
      return { ...rows, store_refunds: store_refunds?.map((refund) => ({ ...refund, refunded_at: ordered_at })) }
    },
  })),
  reads_no_changes_of_orders: with_mistake('tnx', (stream) =>
    'since' in stream ? { read: async function* () {}, recheck: undefined } : {},
  ),
}
