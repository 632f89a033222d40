// The fields of a rule. The catalog decides which metrics there are. Metric and platform of a rule that exists do not change.
import { Checkbox, Group, Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import type { OrgTools } from '../../api/call.ts'
import { catalog_in } from '../../api/metric_catalog.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { t } from '../../lib/language.ts'
import { platform_name } from '../../lib/platforms.ts'
import { use_org } from '../../shell/org.ts'
import classes from './alerts.module.css'
import { MetricField } from './metric_field.tsx'
import type { Channel, ComparisonPeriod, Condition, Rule, Tried } from './rows.ts'
import { channel_names, condition_names, period_label, periods_of } from './words.ts'

const NAME_CHARS_MAX = 120
const DESCRIPTION_CHARS_MAX = 1_000
const FIELD_PX = 60

export interface Draft {
  metric: string
  platform: string | null
  condition: Condition
  /** As typed. */
  threshold: string
  comparison_period: ComparisonPeriod | null
  name: string
  description: string
  channels: Channel[]
}

/** Comparing with the same weekday finds what a fixed value mostly does not. */
export const first_draft = (of: Rule | Tried | undefined): Draft => ({
  metric: of?.metric ?? '',
  platform: of?.platform ?? null,
  condition: of?.condition ?? 'decrease_percent',
  threshold: of === undefined ? '' : String(of.threshold),
  comparison_period: of?.comparison_period ?? null,
  name: of?.name ?? '',
  description: of?.description ?? '',
  channels: of?.channels ?? [],
})

/** What is left out takes the default of the tool. */
export const new_rule_of = (draft: Draft): OrgTools['create_alert_rule']['input'] => ({
  metric: draft.metric,
  condition: draft.condition,
  threshold: Number(draft.threshold),
  ...(draft.platform && { platform: draft.platform }),
  ...(draft.comparison_period && { comparison_period: draft.comparison_period }),
  ...(draft.name.trim() && { name: draft.name.trim() }),
  ...(draft.description.trim() && { description: draft.description.trim() }),
  ...(draft.channels.length > 0 && { channels: draft.channels }),
})

/** Of a rule that exists, null clears a field. */
export const changes_of = (draft: Draft): Omit<OrgTools['update_alert_rule']['input'], 'rule_id'> => ({
  condition: draft.condition,
  threshold: Number(draft.threshold),
  comparison_period: periods_of(draft.condition).length > 0 ? draft.comparison_period : null,
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  channels: draft.channels.length > 0 ? draft.channels : null,
})

interface FieldsProps {
  of: Rule | Tried | undefined
  draft: Draft
  change: (changes: Partial<Draft>) => void
}

export function RuleFields({ of, draft, change }: FieldsProps) {
  const catalog = use_answer('get_data_catalog', {})
  return (
    <>
      <Answered of={catalog} skeleton={<Skeleton height={2 * FIELD_PX} />}>
        {(answer) => {
          const { sources } = catalog_in(answer)
          const metrics = sources.flatMap((source) => source.metrics)
          return (
            <div className={classes.stack}>
              <div className={classes.pair}>
                <MetricField
                  sources={sources}
                  value={draft.metric}
                  is_fixed={of !== undefined}
                  choose={(metric) => change({ metric })}
                />
                <PlatformField
                  value={draft.platform}
                  is_fixed={of !== undefined}
                  choose={(platform) => change({ platform })}
                />
              </div>
              <Terms draft={draft} change={change} unit={metrics.find(({ metric }) => metric === draft.metric)?.unit} />
            </div>
          )
        }}
      </Answered>
      <TextInput
        label={t('Name')}
        description={of === undefined ? t('Without a name, the rule is named by its condition.') : undefined}
        required={of !== undefined}
        withAsterisk={false}
        maxLength={NAME_CHARS_MAX}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Textarea
        label={t('What to do then')}
        autosize
        minRows={2}
        maxLength={DESCRIPTION_CHARS_MAX}
        value={draft.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <Checkbox.Group
        label={t('Messages go to')}
        description={t('Without a choice, to all channels that are set.')}
        value={draft.channels}
        onChange={(channels) => change({ channels: channels as Channel[] })}
      >
        <Group gap={16}>
          {Object.entries(channel_names()).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  )
}

const ALL = ''

/** Only connected ones have figures. */
function PlatformField({
  value,
  is_fixed,
  choose,
}: {
  value: string | null
  is_fixed: boolean
  choose: (platform: string | null) => void
}) {
  const connections = use_answer('list_connections', {})
  const connected = connections.data?.connections.flatMap(({ platform, status }) =>
    status === 'active' ? platform : [],
  )
  const platforms = new Set([...(connected ?? []), ...(value === null ? [] : [value])])
  return (
    <Select
      label={t('Platform')}
      disabled={is_fixed}
      data={[
        { value: ALL, label: t('All') },
        ...[...platforms].map((platform) => ({ value: platform, label: platform_name(platform) })),
      ]}
      value={value ?? ALL}
      onChange={(platform) => choose(platform || null)}
    />
  )
}

type Unit = Rule['unit'] | undefined

function Terms({ draft, change, unit }: Pick<FieldsProps, 'draft' | 'change'> & { unit: Unit }) {
  const { condition, threshold, comparison_period } = draft
  const { currency } = use_org()
  const periods = periods_of(condition)
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t('Alert when it')}
          data={Object.entries(condition_names()).map(([value, label]) => ({ value, label }))}
          value={condition}
          onChange={(value) => value && change({ condition: value as Condition, comparison_period: null })}
        />
        <TextInput
          label={`${t('Threshold')} (${unit_text(condition, unit, currency)})`}
          type="number"
          step="any"
          required
          withAsterisk={false}
          value={threshold}
          onChange={({ currentTarget }) => change({ threshold: currentTarget.value })}
        />
      </div>
      {periods.length > 0 && (
        <Select
          label={period_label(condition)}
          data={periods.map(([value, label]) => ({ value, label }))}
          value={comparison_period ?? periods[0]![0]}
          onChange={(value) => change({ comparison_period: value as ComparisonPeriod })}
        />
      )}
    </>
  )
}

/** A rate is a part of one, as in the metric catalog. */
function unit_text(condition: Condition, unit: Unit, currency: string): string {
  if (condition === 'anomaly') return t('3 to 8 deviations')
  if (condition.endsWith('_percent')) return '%'
  if (unit === 'money') return currency
  return unit === 'ratio' ? t('0.05 is 5 %') : t('a number')
}
