// One filter of a question: a dimension, how it is compared, and with what.
import { ActionIcon, Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/icons.tsx'
import { plain_name } from '../../components/metric_words.ts'
import { t } from '../../lib/language.ts'
import classes from './explore.module.css'
import { type Dimension, type Filter, type FilterForm, forms_of, type Source } from './question.ts'
import { form_name } from './words.ts'

/** As many values as the tool takes. */
const VALUES_MAX = 200

interface FilterLineProps {
  filter: Filter
  source: Source
  /** Dimensions without a filter. */
  free: readonly Dimension[]
  /** Undefined: without this filter. */
  change: (filter: Filter | undefined) => void
  error: string | false
}

export function FilterLine({ filter, source, free, change, error }: FilterLineProps) {
  const { dimension: name, form } = filter
  const dimension = source.dimensions.find((one) => one.dimension === name)!
  const choices = [dimension, ...free]
  return (
    <div className={classes.filter}>
      <Select
        aria-label={t('Filter on')}
        searchable
        data={choices.map((one) => ({ value: one.dimension, label: plain_name(one.dimension) }))}
        value={name}
        onChange={(to) => to && change({ dimension: to, form: 'is', values: [] })}
      />
      <Select
        aria-label={t('How {name} is compared', { name: plain_name(name) })}
        data={forms_of(dimension).map((one) => ({ value: one, label: form_name(one) }))}
        value={form}
        onChange={(to) => change({ ...filter, form: to as FilterForm, values: to === 'is' ? filter.values : [] })}
      />
      <Values key={form} filter={filter} change={change} error={error} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('Remove the filter on {name}', { name: plain_name(name) })}
        onClick={() => change(undefined)}
      >
        <Icon name="close" size={16} />
      </ActionIcon>
    </div>
  )
}

function Values({ filter, change, error }: Pick<FilterLineProps, 'filter' | 'change' | 'error'>) {
  const { dimension, form, values } = filter
  const [text, set_text] = useState(values[0] ?? '')
  const label = t('Values of {name}', { name: plain_name(dimension) })
  if (form === 'is_empty') return <span className={classes.value} />
  if (form === 'is')
    return (
      <TagsInput
        className={classes.value!}
        aria-label={label}
        placeholder={values.length === 0 ? t('Type a value, then Enter') : ''}
        maxTags={VALUES_MAX}
        acceptValueOnBlur
        splitChars={[]}
        value={[...values]}
        onChange={(to) => change({ ...filter, values: to })}
        error={error}
      />
    )
  const commit = () => text !== (values[0] ?? '') && change({ ...filter, values: text === '' ? [] : [text] })
  return (
    <TextInput
      className={classes.value!}
      aria-label={label}
      placeholder={t('Type a value, then Enter')}
      value={text}
      onChange={({ currentTarget }) => set_text(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
      error={error}
    />
  )
}
