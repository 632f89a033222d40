// Frequent questions across all channels, for the people who use an agent.
import type { Prompt } from '#engine/prompt.ts'

const REPORTING_RULES = `Name the currency and the window. Where a figure is null or its source is not healthy, say that it is not known;
never read it as zero. Answer in the language I write in.`

const language = { description: 'Language of the answer.', suggestions: ['español', 'English', 'português'] }
const days = { description: 'Days to look at.', suggestions: ['7', '14', '30', '90'] }

export const prompts: Record<string, Prompt> = {
  weekly_review: {
    title: 'Weekly review',
    description: 'What happened in the last seven days across every channel, and what deserves attention.',
    tools: ['get_kpi_summary', 'list_connections', 'analizar_performance'],
    arguments: { language },
    text: ({ language }) =>
      `Review my last 7 days of marketing. Call list_connections first and say which sources cannot be trusted. Then call
get_kpi_summary with days_back 7 and analizar_performance with days_back 7. Tell me in at most ten lines: what changed against
the week before, what drove it, and the three things most worth doing. ${REPORTING_RULES}${language ? ` Write in ${language}.` : ''}`,
  },
  why_did_it_change: {
    title: 'Why did it change?',
    description: 'Breaks a change of a figure down into what caused it.',
    tools: ['diagnosticar_cambio', 'get_kpi_summary'],
    arguments: {
      figure: {
        description: 'What changed.',
        suggestions: ['roas', 'revenue', 'spend', 'store_revenue'],
      },
      days,
    },
    text: ({ figure = 'roas', days = '7' }) =>
      `Explain why ${figure} changed over the last ${days} days against the days before. Call get_kpi_summary with
days_back ${days} for the size of the change, then diagnosticar_cambio with days_back ${days} and metric ${figure} for its
causes. Give the causes in order of size, with amounts that add up to the change, and say which are facts of the data and which are your
guesses. ${REPORTING_RULES}`,
  },
  store_check: {
    title: 'Store check',
    description: 'How the store is doing: sales, abandoned carts, products and stock.',
    tools: ['revisar_tienda', 'query_carts', 'query_products'],
    arguments: { days },
    text: ({ days = '30' }) =>
      `Check my store over the last ${days} days. Call revisar_tienda with days_back ${days}, then query_carts for what was left
behind, in a window of its own, and query_products for what is out of stock now. Tell me what sells, what is lost and where, and
what to do first. ${REPORTING_RULES}`,
  },
}
