// Chooses one metric of the catalog, by source.
import { type ComboboxItem, Select } from '@mantine/core'
import type { Catalog } from '../../api/metric_catalog.ts'
import { plain_name } from '../../components/metric_words.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t } from '../../lib/language.ts'

interface MetricFieldProps {
  sources: Catalog['sources']
  value: string
  is_fixed: boolean
  choose: (metric: string) => void
}

/** Rules compare days, so a source without days has no metrics here. */
const by_day = ({ dimensions }: MetricFieldProps['sources'][number]) =>
  dimensions.some(({ dimension }) => dimension === 'date')

export function MetricField({ sources, value, is_fixed, choose }: MetricFieldProps) {
  const shown = sources.filter(by_day)
  const about = new Map(shown.flatMap(({ metrics }) => metrics.map((one) => [one.metric, one.description])))
  const option = ({ option: { value: metric, label } }: { option: ComboboxItem }) => (
    <TwoLines main={label} quiet={about.get(metric)} />
  )
  return (
    <Select
      label={t('Figure')}
      searchable
      required
      withAsterisk={false}
      disabled={is_fixed}
      nothingFoundMessage={t('Nothing has this name.')}
      data={shown.map(({ title, metrics }) => ({
        group: title,
        items: metrics.map(({ metric }) => ({ value: metric, label: plain_name(metric) })),
      }))}
      renderOption={option}
      value={value || null}
      onChange={(metric) => metric && choose(metric)}
    />
  )
}
