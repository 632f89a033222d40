// Figures of one ad that a platform gives for another ad too. X did so with ads of one post: each had the figures of the other, also one that
// did not run (xdevplatform/xurl issue 71, 2026-05). Their sum would count the spend twice.
import type { Line } from './ad_lines.ts'
import { all_of, map_of } from './records.ts'

const group_of = ({ day: { date, ad_group_id } }: Line) => [date, ad_group_id].join()
const figures_of = ({ day: { date }, sums: { spend, impressions, clicks } }: Line) =>
  [date, spend, impressions, clicks].join()

/**
 * Leaves out the copies. Two ads with the same spend, impressions and clicks of a day can be such. The ad groups then say which one has them,
 * because no ad has more than its group. The groups are read after the ads, because figures of the current day grow.
 */
export async function* without_copies(ads: AsyncIterable<Line[]>, ad_groups: () => AsyncIterable<Line[]>) {
  const same = [...Map.groupBy(await all_of(ads), figures_of).values()]
  const are_doubtful = ([line, ...others]: Line[]) => others.length > 0 && line!.sums.spend > 0n
  const groups = same.some(are_doubtful) ? await map_of(ad_groups(), (line) => [group_of(line), line.sums]) : undefined
  const fits = (line: Line) => {
    const whole = groups?.get(group_of(line))
    return whole !== undefined && line.sums.spend <= whole.spend && line.sums.impressions <= whole.impressions
  }
  yield same.flatMap((lines) => {
    const fitting = are_doubtful(lines) ? lines.filter(fits) : lines
    // Groups without figures of any of them decide nothing.
    return fitting.length > 0 ? fitting : lines
  })
}
