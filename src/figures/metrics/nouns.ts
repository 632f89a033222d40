// Names of dimensions in Spanish and Portuguese, for the suggestions of errors.
const nouns: Readonly<Record<string, string>> = {
  ad: 'anuncio',
  ad_group: 'conjunto_de_anuncios grupo_de_anuncios',
  campaign: 'campana campanha',
  channel: 'canal',
  country: 'pais',
  currency: 'moneda moeda divisa',
  date: 'fecha dia data',
  device: 'dispositivo',
  event: 'evento',
  month: 'mes',
  page: 'pagina',
  platform: 'plataforma',
  product: 'producto produto',
  property: 'propiedad propriedade',
  query: 'consulta busqueda busca',
  site: 'sitio',
  status: 'estado',
  store: 'tienda loja',
  subject: 'asunto assunto',
  traffic_source: 'fuente fonte',
  account: 'cuenta conta',
  city: 'ciudad cidade',
  week: 'semana',
}
const english = new Map(Object.entries(nouns).flatMap(([name, words]) => words.split(' ').map((word) => [word, name])))

const ACCENTS = /\p{M}/gu
/** The English name of a noun, or the name as it is. */
export const in_english = (name: string): string =>
  english.get(
    name
      .normalize('NFD')
      .replace(ACCENTS, '')
      .replaceAll(/[\s-]+/g, '_'),
  ) ?? name
