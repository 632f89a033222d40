import { area } from '#engine/tool.ts'
import { analizar_performance } from '#tools/summary/analizar_performance.ts'
import { diagnosticar_cambio } from '#tools/summary/diagnosticar_cambio.ts'
import { estado_conexiones } from '#tools/summary/estado_conexiones.ts'
import { get_daily_series } from '#tools/summary/get_daily_series.ts'
import { get_kpi_summary } from '#tools/summary/get_kpi_summary.ts'
import { get_organization_info } from '#tools/summary/get_organization_info.ts'
import { preparar_reporte } from '#tools/summary/preparar_reporte.ts'
import { prompts } from '#tools/summary/prompts.ts'
import { quick_wins } from '#tools/summary/quick_wins.ts'
import { revisar_email } from '#tools/summary/revisar_email.ts'
import { revisar_seo } from '#tools/summary/revisar_seo.ts'
import { revisar_tienda } from '#tools/summary/revisar_tienda.ts'

export const summary = area({
  title: 'Cross-channel summaries',
  prompts,
  tools: {
    quick_wins,
    preparar_reporte,
    estado_conexiones,
    analizar_performance,
    diagnosticar_cambio,
    get_daily_series,
    get_kpi_summary,
    get_organization_info,
    revisar_email,
    revisar_seo,
    revisar_tienda,
  },
})
