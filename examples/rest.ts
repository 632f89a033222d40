// Needs TABLERO_URL and TABLERO_KEY, as the demo prints them.
interface KpiSummary {
  summary: string
  currency: string
  store_revenue: number | null
}

type Answer<Result> = { ok: true; result: Result } | { ok: false; error: string }

async function call<Result>(tool: string, input: object): Promise<Result> {
  const answer = await fetch(`${process.env.TABLERO_URL}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env.TABLERO_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const body = (await answer.json()) as Answer<Result>
  if (!body.ok) throw new Error(body.error) // a sentence that says how to fix the call
  return body.result
}

const { summary, store_revenue, currency } = await call<KpiSummary>('get_kpi_summary', { days_back: 30 })
console.log(summary)
// null means that there is no data. It is never written as zero.
console.log(store_revenue === null ? 'no sales data' : `${store_revenue} ${currency}`)
