import { z } from 'zod'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { known_catalog } from '#figures/metrics/catalog.ts'
import { known_published } from '#tools/query/sql/published.ts'

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
  input: {},
  result: {
    sources: z.array(
      z.strictObject({
        source: own_text(),
        title: own_text(),
        description: own_text(),
        metrics: z.array(
          z.strictObject({
            metric: own_text().describe('What query_data takes as metric.'),
            unit: z.enum(['money', 'count', 'ratio', 'position']),
            description: own_text(),
          }),
        ),
        dimensions: z.array(
          z.strictObject({
            dimension: own_text().describe('What query_data takes in dimensions and filters.'),
            type: z.enum(['day', 'week', 'month', 'text', 'number', 'boolean']),
            description: own_text(),
          }),
        ),
      }),
    ),
    sql_tables: z
      .array(
        z.strictObject({
          table: own_text(),
          description: own_text(),
          columns: z
            .record(own_text(), own_text())
            .describe('The type of each column. Its description follows after a colon.'),
        }),
      )
      .describe('Tables of run_readonly_sql.'),
  },
  example: {},
  async run(_, context) {
    const catalog = await known_catalog(context)
    return {
      sources: catalog.map(({ source, title, description, metrics, dimensions }) => ({
        source,
        title,
        description,
        metrics: metrics.map(({ metric, unit, description }) => ({ metric: `${source}.${metric}`, unit, description })),
        dimensions: dimensions.map(({ dimension, type, description }) => ({ dimension, type, description })),
      })),
      sql_tables: (await known_published(context)).map(({ table, description, columns }) => ({
        table,
        description,
        columns: Object.fromEntries(
          columns.map(({ column, type, description }) => [column, description ? `${type}: ${description}` : type]),
        ),
      })),
    }
  },
})
