// The fields of a question. The catalog decides what each offers, so sources are never mixed.
import { Button, type ComboboxItem, MultiSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { plain_name } from '../../components/metric_words.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t } from '../../lib/language.ts'
import classes from './explore.module.css'
import { FilterLine } from './filter_line.tsx'
import {
  type Catalog,
  DIMENSIONS_MAX,
  type Filter,
  find_source,
  is_time,
  METRICS_MAX,
  type Place,
  type Question,
  type Source,
  with_source,
} from './question.ts'
import { is_at } from './words.ts'

interface BuilderProps {
  catalog: Catalog
  question: Question
  ask: (question: Question) => void
  /** The engine's sentence, and the field that it is about. */
  error: { place: Place; sentence: string } | undefined
}

export function Builder({ catalog, question, ask, error }: BuilderProps) {
  const source = find_source(catalog, question)
  const error_of = (is: Place['is'], dimension?: string) => is_at(error?.place, is, dimension) && error!.sentence
  return (
    <section className={classes.builder} aria-label={t('Question')}>
      <div className={classes.fields}>
        <Select
          label={t('Source')}
          searchable
          nothingFoundMessage={t('Nothing has this name.')}
          data={catalog.sources.map(({ source, title }) => ({ value: source, label: title }))}
          value={source.source}
          onChange={(name) => ask(with_source(question, catalog.sources.find((one) => one.source === name) ?? source))}
        />
        <Several
          label={t('Metrics')}
          choices={source.metrics.map(({ metric, description }) => ({ value: metric, about: description }))}
          max={METRICS_MAX}
          chosen={question.metrics}
          choose={(metrics) => metrics.length > 0 && ask({ ...question, metrics })}
          error={error_of('metric')}
        />
        <Several
          label={t('Group by')}
          choices={source.dimensions.map(({ dimension, description }) => ({ value: dimension, about: description }))}
          max={DIMENSIONS_MAX}
          chosen={question.by}
          choose={(by) => ask({ ...question, by })}
          error={error_of('by')}
        />
      </div>
      <Filters question={question} source={source} ask={ask} error_of={(dimension) => error_of('filter', dimension)} />
    </section>
  )
}

interface SeveralProps {
  label: string
  choices: readonly { value: string; about: string }[]
  max: number
  chosen: readonly string[]
  choose: (values: string[]) => void
  error: string | false
}

function Several({ label, choices, max, chosen, choose, error }: SeveralProps) {
  const about = new Map(choices.map((choice) => [choice.value, choice.about]))
  const option = ({ option: { value, label: name } }: { option: ComboboxItem }) => (
    <TwoLines main={name} quiet={about.get(value)} />
  )
  return (
    <MultiSelect
      label={label}
      searchable
      hidePickedOptions
      maxValues={max}
      nothingFoundMessage={t('Nothing has this name.')}
      comboboxProps={{ shadow: 'none' }}
      data={choices.map(({ value }) => ({ value, label: plain_name(value) }))}
      renderOption={option}
      value={[...chosen]}
      onChange={choose}
      error={error}
    />
  )
}

interface FiltersProps {
  question: Question
  source: Source
  ask: (question: Question) => void
  error_of: (dimension: string) => string | false
}

/** A filter without a value is not part of the question yet, so the address does not have it. */
function Filters({ question, source, ask, error_of }: FiltersProps) {
  const [begun, begin] = useState<Filter>()
  const used = question.filters.map(({ dimension }) => dimension)
  const is_begun = begun !== undefined && !used.includes(begun.dimension)
  const lines = is_begun ? [...question.filters, begun] : question.filters
  const free = source.dimensions.filter(
    (one) => !is_time(one) && !lines.some((line) => line.dimension === one.dimension),
  )
  const change = (before: Filter, after: Filter | undefined) => {
    const is_complete = after && (after.form === 'is_empty' || after.values.length > 0)
    begin(after && !is_complete ? after : undefined)
    const others = question.filters.filter(({ dimension }) => dimension !== before.dimension)
    const at = used.indexOf(before.dimension)
    ask({ ...question, filters: is_complete ? others.toSpliced(at < 0 ? others.length : at, 0, after) : others })
  }
  return (
    <div className={classes.filters}>
      {lines.map((filter) => (
        <FilterLine
          key={filter.dimension}
          filter={filter}
          source={source}
          free={free}
          change={(after) => change(filter, after)}
          error={error_of(filter.dimension)}
        />
      ))}
      {free.length > 0 && !is_begun && (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => begin({ dimension: free[0]!.dimension, form: 'is', values: [] })}
          >
            {t('Add a filter')}
          </Button>
        </div>
      )}
    </div>
  )
}
