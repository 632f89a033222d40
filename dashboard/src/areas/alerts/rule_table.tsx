// The rules: what each watches, how it is, and its last value. A rule opens to be changed.
import { useMemo } from 'react'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { LevelBadge } from '../../components/level_badge.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { date_text } from '../../lib/moments.ts'
import { LastValue } from './last_value.tsx'
import type { Rule } from './rows.ts'
import { condition_text, metric_text, period_text, state_of } from './words.ts'

export function RuleTable({ rules, open }: { rules: readonly Rule[]; open: (rule: Rule) => void }) {
  const columns = use_columns()
  return <DataTable label={t('Rules')} rows={rules} columns={columns} id_of={({ rule_id }) => rule_id} open={open} />
}

function use_columns(): Column<Rule>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('Rule'),
        value: ({ name }) => name,
        cell: (rule) => <TwoLines main={rule.name} quiet={metric_text(rule)} />,
        is_main: true,
        width: '34%',
      },
      {
        id: 'condition',
        title: t('Condition'),
        cell: (rule) => <TwoLines main={condition_text(rule)} quiet={period_text(rule)} />,
      },
      {
        id: 'state',
        title: t('State'),
        value: (rule) => state_of(rule).text,
        cell: (rule) => <LevelBadge {...state_of(rule)} />,
        is_main: true,
        width: '18%',
      },
      {
        id: 'value',
        title: t('Last value'),
        cell: (rule) => (
          <TwoLines main={<LastValue of={rule} />} quiet={rule.evaluated_day && date_text(rule.evaluated_day)} />
        ),
        is_figure: true,
        is_main: true,
        width: '18%',
      },
    ],
    [language],
  )
}
