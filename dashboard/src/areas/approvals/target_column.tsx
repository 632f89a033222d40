// The column of a list of changes that says what changes, and where.
import { type_name } from '../../components/change_words.ts'
import type { Column } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t } from '../../lib/language.ts'
import { platform_name } from '../../lib/platforms.ts'

interface Changing {
  target: string
  action_type: string
  platform?: string | undefined
}

export const target_column = <Row extends Changing>(): Column<Row> => ({
  id: 'target',
  title: t('What changes'),
  value: ({ target }) => target,
  cell: ({ target, action_type, platform }) => (
    <TwoLines
      main={target}
      quiet={[type_name(action_type), platform && platform_name(platform)].filter(Boolean).join(' · ')}
    />
  ),
  is_main: true,
  width: '26%',
})
