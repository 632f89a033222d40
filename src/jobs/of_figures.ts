import type { Enqueue } from '#engine/job.ts'
import { evaluate_alerts } from '#jobs/evaluate_alerts.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'

/** The jobs that report on an organization's figures. */
export const of_figures = { evaluate_alerts, find_recommendations }

/** Figures have changed: a sync stored some, or their currency is another one. */
export async function follow_figures(enqueue: Enqueue): Promise<void> {
  for (const job of Object.values(of_figures)) await enqueue(job, {})
}
