import { z } from 'zod'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { known_catalog } from '#figures/metrics/catalog.ts'
import { bare_or_said, said_often } from '#tools/query/said_once.ts'
import { known_published } from '#tools/query/sql/published.ts'

const words_by_name = (about: string) => z.record(own_text(), own_text()).describe(about)
const names = (about: string) => z.array(own_text()).describe(about)

export const get_data_catalog = tool({
  about:
    'Live list of the metrics and dimensions that query_data takes, by source, and of the tables that run_readonly_sql reads.',
  keywords: {
    es: 'qué métricas y dimensiones existen disponibles campos columnas definiciones diccionario qué puedo consultar',
    en: 'which metrics and dimensions exist available fields columns definitions dictionary what can I query',
    pt: 'quais métricas e dimensões existem disponíveis campos colunas definições dicionário o que posso consultar',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  is_start: true,
  input: {},
  result: {
    shared: z
      .strictObject({
        metrics: words_by_name('By name without its source: unit and description.'),
        dimensions: words_by_name('By name: type and description.'),
        columns: words_by_name('By name: type, and sometimes a description.'),
      })
      .describe('What many sources or tables say in the same words. In their lists, the name stands alone.'),
    sources: z.array(
      z.strictObject({
        source: own_text(),
        title: own_text(),
        description: own_text(),
        metrics: names(
          'What query_data takes as metric, then unit (money, count, ratio, position) and description. A name alone: see shared.',
        ),
        dimensions: names(
          'What query_data takes in dimensions and filters, then type (day, week, month, text, number, boolean) and description. A name alone: see shared.',
        ),
      }),
    ),
    sql_tables: z
      .array(
        z.strictObject({
          table: own_text(),
          description: own_text(),
          columns: names('Name, type, and a description after a colon. A name alone: see shared.'),
        }),
      )
      .describe('Tables of run_readonly_sql.'),
  },
  example: {},
  async run(_, context) {
    const sources = (await known_catalog(context)).map(({ source, title, description, metrics, dimensions }) => ({
      source,
      title,
      description,
      metrics: metrics.map(({ metric, unit, description }) => ({ name: metric, words: `${unit}: ${description}` })),
      dimensions: dimensions.map(({ dimension, type, description }) => ({
        name: dimension,
        words: `${type}: ${description}`,
      })),
    }))
    const tables = (await known_published(context)).map(({ table, description, columns }) => ({
      table,
      description,
      columns: columns.map(({ column, type, description }) => ({
        name: column,
        words: description ? `${type}: ${description}` : type,
      })),
    }))
    const shared = {
      metrics: said_often(sources.map(({ metrics }) => metrics)),
      dimensions: said_often(sources.map(({ dimensions }) => dimensions)),
      columns: said_often(tables.map(({ columns }) => columns)),
    }
    return {
      shared,
      sources: sources.map(({ metrics, dimensions, ...source }) => ({
        ...source,
        metrics: bare_or_said(metrics, shared.metrics, `${source.source}.`),
        dimensions: bare_or_said(dimensions, shared.dimensions),
      })),
      sql_tables: tables.map(({ columns, ...table }) => ({
        ...table,
        columns: bare_or_said(columns, shared.columns),
      })),
    }
  },
})
