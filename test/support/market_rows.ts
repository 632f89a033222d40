// A day's sales on two marketplaces: one with packs, and one that books refunds and fees later. Some of them do not count.

interface Marketplaces {
  marketplace: string
  marketplace_b: string
}

/** `micros`: an amount below a number of cents. */
export function market_sales_of(
  date: string,
  { marketplace, marketplace_b }: Marketplaces,
  micros: (below: number) => bigint,
) {
  const order = (n: number, connection_id: string, platform: string) => ({
    connection_id,
    platform,
    order_id: `${date} ${n}`,
    ordered_at: `${date}T15:00:00Z`,
    changed_at: `${date}T15:00:00Z`,
    status: 'paid',
    currency: 'BRL',
    total_micros: micros(80_000),
  })
  return {
    marketplace_orders: [
      ...[{}, { is_voided: true }, { is_first_of_pack: false }, { is_sold: false }].map((of, n) => ({
        ...order(n, marketplace, 'mpa'),
        fee_micros: micros(900),
        refunded_micros: micros(100),
        pack_id: date,
        ...of,
      })),
      ...[{}, { total_micros: null }, { is_sold: false }].map((of, n) => ({
        ...order(n, marketplace_b, 'mpb_sp'),
        has_charges: true,
        ...of,
      })),
    ],
    marketplace_charges: [0, 2].map((n) => ({
      connection_id: marketplace_b,
      platform: 'mpb_sp',
      account_id: '',
      charge_id: `${date} ${n}`,
      order_id: `${date} ${n}`,
      charged_at: `${date}T16:00:00Z`,
      currency: 'BRL',
      refund_micros: micros(700),
      fee_micros: micros(1_100),
    })),
  }
}
