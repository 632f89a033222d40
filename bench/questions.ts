// Input of the same call for each reading tool, over the last days.
const DAY_MS = 86_400_000
export const days_ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

export function questions(days: number): Record<string, object> {
  const range = { date_from: days_ago(days), date_to: days_ago(1) }
  return {
    get_kpi_summary: { days_back: days },
    query_data: { metric: 'store.revenue', dimensions: ['date', 'utm_source'], ...range },
    query_mx_campaigns: range,
    query_orders: range,
    analizar_performance: { days_back: days },
  }
}
