// The countries of Mercado Libre. A seller has one, which decides currency and calendar day. GET /sites/{id} has the currency, and no
// answer has a time zone, so this is the zone of the capital (api.mercadolibre.com/sites, read 2026-11).
interface Site {
  currency: string
  time_zone: string
}

export const sites: Record<string, Site | undefined> = {
  MLA: { currency: 'ARS', time_zone: 'America/Argentina/Buenos_Aires' },
  MLB: { currency: 'BRL', time_zone: 'America/Sao_Paulo' },
  MLC: { currency: 'CLP', time_zone: 'America/Santiago' },
  MLM: { currency: 'MXN', time_zone: 'America/Mexico_City' },
  MLU: { currency: 'UYU', time_zone: 'America/Montevideo' },
  MLV: { currency: 'VES', time_zone: 'America/Caracas' },
  MBO: { currency: 'BOB', time_zone: 'America/La_Paz' },
  MCO: { currency: 'COP', time_zone: 'America/Bogota' },
  MCR: { currency: 'CRC', time_zone: 'America/Costa_Rica' },
  MEC: { currency: 'USD', time_zone: 'America/Guayaquil' },
  MGT: { currency: 'GTQ', time_zone: 'America/Guatemala' },
  MHN: { currency: 'HNL', time_zone: 'America/Tegucigalpa' },
  MNI: { currency: 'NIO', time_zone: 'America/Managua' },
  MPA: { currency: 'PAB', time_zone: 'America/Panama' },
  MPE: { currency: 'PEN', time_zone: 'America/Lima' },
  MPY: { currency: 'PYG', time_zone: 'America/Asuncion' },
  MRD: { currency: 'DOP', time_zone: 'America/Santo_Domingo' },
  MSV: { currency: 'USD', time_zone: 'America/El_Salvador' },
}
