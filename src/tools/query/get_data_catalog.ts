import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import { known_catalog } from '#figures/catalog.ts'
import { known_published } from '#tools/query/sql/published.ts'

export const get_data_catalog = tool({
  about:
    'Live list of the metrics and dimensions that query_data takes, by source, and of the tables that run_readonly_sql reads.',
  keywords: {
    es: 'catálogo métricas dimensiones disponibles tablas columnas campos esquema qué puedo consultar diccionario',
    en: 'available fields schema columns dictionary what can I query definitions',
    pt: 'catálogo métricas dimensões disponíveis tabelas colunas campos esquema o que posso consultar dicionário',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {},
  result: {
    sources: z.array(
      z.strictObject({
        source: z.string(),
        title: z.string(),
        description: z.string(),
        metrics: z.array(
          z.strictObject({
            metric: z.string().describe('What query_data takes as metric.'),
            unit: z.enum(['money', 'count', 'ratio', 'position']),
            description: z.string(),
          }),
        ),
        dimensions: z.array(
          z.strictObject({
            dimension: z.string().describe('What query_data takes in dimensions and filters.'),
            type: z.enum(['day', 'week', 'month', 'text', 'number', 'boolean']),
            description: z.string(),
          }),
        ),
      }),
    ),
    sql_tables: z
      .array(
        z.strictObject({
          table: z.string(),
          description: z.string(),
          columns: z.array(
            z.strictObject({ column: z.string(), type: z.string(), description: z.string().optional() }),
          ),
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
      sql_tables: await known_published(context),
    }
  },
})
