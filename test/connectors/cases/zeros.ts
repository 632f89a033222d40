// Figures of ads that a vendor leaves out, or sends as null, when they are zero. What an answer lacks otherwise is not known.

interface Zeros {
  /** Names of the vendor's fields. */
  absent?: readonly string[]
  null?: readonly string[]
  /** Where the vendor says it, with the month of reading. */
  source: string
}

export const documented_zeros: Record<string, Zeros> = {
  mx_ads: {
    // Of a line without purchases, the value is zero too. The value of purchases that have none is null.
    absent: ['action_values', 'actions', 'clicks'],
    source:
      "Recorded lines with spend and without any action have no list (Airbyte's expected_records, read 2026-11). Those without a click can lack the clicks, beside inline_link_clicks of 0 (keboola/component-meta, expected insights of 2026-03, read 2026-11).",
  },
  net_d_ads: {
    null: ['billed_charge_local_micro', 'clicks', 'conversion_purchases', 'impressions', 'metric', 'sale_amount'],
    source: 'docs.x.com/x-ads-api/analytics, "Why does the API show null values while the UI shows 0s?" (read 2026-11)',
  },
}
