// What a table offers besides its rows: which columns, how close the rows are, the file of what is seen, and the sum of the selected rows.
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { t } from '../lib/language.ts'
import { type Column, csv_text, sum_of } from './columns.ts'
import { save_csv } from './csv.ts'
import classes from './data_table.module.css'
import { figure_text } from './figure.ts'
import { Figure } from './figure.tsx'
import { Icon } from './icons.tsx'

export type Density = 'roomy' | 'dense'

interface TableToolsProps<T> {
  file: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  shown: readonly Column<T>[]
  choose_columns: (ids: readonly string[]) => void
  density: Density
  change_density: (to: Density) => void
}

export function TableTools<T>({
  file,
  rows,
  columns,
  shown,
  choose_columns,
  density,
  change_density,
}: TableToolsProps<T>) {
  const named = columns.filter(({ value, text }) => value !== undefined || text !== undefined)
  const ids = shown.map(({ id }) => id)
  const save = () =>
    save_csv(
      `${file}.csv`,
      shown
        .filter((column) => named.includes(column))
        .map((column) => ({ title: column.title, text: (row: T) => csv_text(column, row) })),
      rows,
    )
  return (
    <div className={classes.tools}>
      <span className={classes.count}>
        {t('{count, plural, one {{shown} row} other {{shown} rows}}', {
          count: rows.length,
          shown: figure_text(rows.length, { kind: 'count' }),
        })}
      </span>
      <Menu position="bottom-end" closeOnItemClick={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Columns')}>
            <Icon name="columns" size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {named.slice(1).map(({ id, title }) => (
            <Menu.CheckboxItem
              key={id}
              checked={ids.includes(id)}
              onChange={(is_shown) => choose_columns(is_shown ? [...ids, id] : ids.filter((one) => one !== id))}
            >
              {title}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tool
        icon="rows"
        label={density === 'roomy' ? t('Close rows') : t('Wide rows')}
        act={() => change_density(density === 'roomy' ? 'dense' : 'roomy')}
      />
      <Tool icon="download" label={t('Save as CSV')} act={save} />
    </div>
  )
}

const Tool = ({ icon, label, act }: { icon: 'rows' | 'download'; label: string; act: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={act}>
      <Icon name={icon} size={17} />
    </ActionIcon>
  </Tooltip>
)

interface SelectedSumProps<T> {
  columns: readonly Column<T>[]
  rows: readonly T[]
  clear: () => void
}

/** Named as what it is, because the totals of the answer stand in the table. */
export function SelectedSum<T>({ columns, rows, clear }: SelectedSumProps<T>) {
  const summed = columns.filter(({ figure }) => figure?.adds_up)
  return (
    <div className={classes.selected} role="status">
      <span className={classes.selected_name}>
        {t('{count, plural, one {Sum of # selected row} other {Sum of # selected rows}}', { count: rows.length })}
      </span>
      {summed.map((column) => (
        <span key={column.id}>
          {column.title}{' '}
          <b>
            <Figure
              value={sum_of(column, rows)}
              kind={column.figure!.kind}
              currency={rows[0] && column.figure!.currency?.(rows[0])}
            />
          </b>
        </span>
      ))}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
        {t('Select none')}
      </Button>
    </div>
  )
}
