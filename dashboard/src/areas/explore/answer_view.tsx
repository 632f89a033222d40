// The answers to a question: totals as the engine gives them, a plot for each metric, one table, and what a reader must know.

import { kind_of, plain_name } from '../../components/metric_words.ts'
import { Notice } from '../../components/notice.tsx'
import type { PlotSeries } from '../../components/plot_data.ts'
import { LinePlot, RankPlot } from '../../components/plots.tsx'
import { Tile, Tiles } from '../../components/tile.tsx'
import { today_in } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { is_ratio_of } from '../../lib/metrics.ts'
import { days_text } from '../../lib/period_words.ts'
import { plot_colors } from '../../lib/platforms.ts'
import { type Provenance, trust_of } from '../../lib/trust.ts'
import { use_org } from '../../shell/org.ts'
import { AnswerTable } from './answer_table.tsx'
import classes from './explore.module.css'
import { type Catalog, type Dimension, find_source, is_time, type Question } from './question.ts'
import { type Answer, type AnswerRow, is_rest, joined_rows, lines_of } from './rows.ts'
import type { Answered } from './use_question.ts'
import { group_name, title_of } from './words.ts'

/** Of a plot of ranks. The table has all rows. */
const RANKS_MAX = 15

interface AnswerViewProps {
  catalog: Catalog
  answered: Answered
}

export default function AnswerView({ catalog, answered: { question, answers } }: AnswerViewProps) {
  const source = find_source(catalog, question)
  const rows = joined_rows(answers, question.by)
  const dimensions = question.by.flatMap((name) => source.dimensions.find(({ dimension }) => dimension === name) ?? [])
  return (
    <div className={classes.answer}>
      <Tiles>
        {answers.map((answer) => (
          <Tile
            key={answer.metric}
            name={plain_name(answer.metric)}
            value={answer.total_value}
            kind={kind_of(answer)}
            currency={answer.currency ?? undefined}
            trust={trust_of(answer.total_value, answer as Provenance, {
              is_ratio: is_ratio_of(answer),
              is_count: answer.unit === 'count',
              has_refunds: true, // the answer lacks refunds only where its figure has them
            })}
          />
        ))}
      </Tiles>
      {answers.map((answer) => (
        <AnswerPlot key={answer.metric} answer={answer} rows={rows} dimensions={dimensions} />
      ))}
      {question.by.length > 0 && <AnswerTable question={question} answers={answers} rows={rows} />}
      <Hints answers={answers} question={question} />
    </div>
  )
}

interface AnswerPlotProps {
  answer: Answer
  rows: readonly AnswerRow[]
  dimensions: readonly Dimension[]
}

/** Lines over time where the question has days, weeks or months. Else the first groups as bars. */
function AnswerPlot({ answer, rows, dimensions }: AnswerPlotProps) {
  const time = dimensions.find(is_time)
  if (dimensions.length === 0 || rows.length === 0) return null
  if (time)
    return <TimePlot answer={answer} rows={rows} time={time} others={dimensions.filter((one) => one !== time)} />
  const { metric, currency, window } = answer
  const names = dimensions.map(({ dimension }) => dimension)
  // In the order of this metric's own answer.
  const ranked = joined_rows([answer], names).filter((row) => !is_rest(row))
  const shown = ranked.slice(0, RANKS_MAX)
  return (
    <RankPlot
      title={title_of(metric, names)}
      about={
        shown.length < ranked.length
          ? t('The first {count}. The table below has all.', { count: shown.length })
          : days_text(window)
      }
      file={metric}
      label_title={names.map(plain_name).join(' · ')}
      name={plain_name(metric)}
      kind={kind_of(answer)}
      currency={currency ?? undefined}
      rows={shown.map(({ id, key, values }) => ({ id, name: group_name(key, names), value: values[metric] ?? null }))}
    />
  )
}

interface TimePlotProps {
  answer: Answer
  rows: readonly AnswerRow[]
  time: Dimension
  others: readonly Dimension[]
}

function TimePlot({ answer, rows, time, others }: TimePlotProps) {
  const { time_zone } = use_org()
  const { metric, currency, window, settled_until } = answer
  const names = others.map(({ dimension }) => dimension)
  const { days, lines, left_out } = lines_of(rows, answer, time, names)
  const today = today_in(time_zone)
  const series = lines.map(
    ({ key, values }, index): PlotSeries => ({
      id: JSON.stringify(key),
      name: names.length > 0 ? group_name(key, names) : plain_name(metric),
      kind: kind_of(answer),
      currency: currency ?? undefined,
      color: plot_colors[index % plot_colors.length]!,
      values,
      settled_until,
    }),
  )
  return (
    <LinePlot
      title={title_of(metric, [time.dimension, ...names])}
      about={
        left_out > 0
          ? t('The {count} lines with the highest points. The table below has all.', { count: lines.length })
          : days_text(window)
      }
      file={metric}
      days={days}
      series={series}
      {...(time.type === 'day' && days.includes(today) && { today })}
    />
  )
}

/** What the engine says of its own answers, each sentence once. */
function Hints({ answers, question: { by } }: { answers: readonly Answer[]; question: Question }) {
  const notes = [...new Set(answers.flatMap(({ notes }) => notes))]
  const hints = [...new Set(answers.flatMap(({ truncated, hint }) => (truncated && hint ? [hint] : [])))]
  return (
    <>
      {hints.length > 0 && by.length > 0 && (
        <Notice title={t('The list is longer than one answer')}>
          {hints.map((hint) => (
            <p key={hint}>{hint}</p>
          ))}
        </Notice>
      )}
      {notes.length > 0 && (
        <section aria-label={t('Notes on these figures')}>
          <h2 className={classes.heading}>{t('Notes on these figures')}</h2>
          <ul className={classes.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
