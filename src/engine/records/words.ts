// Words that people use for actions on records. Each record adds its own keywords. The search over tools uses both.
type Does = 'create' | 'update' | 'upsert' | 'get' | 'delete' | 'list'
interface Words {
  es: string
  en: string
  pt: string
}

const verbs: Record<Does, Words> = {
  create: { es: 'crear agregar nuevo añadir', en: 'create add new make', pt: 'criar adicionar novo' },
  update: { es: 'actualizar cambiar editar modificar', en: 'update change edit modify', pt: 'atualizar mudar editar' },
  upsert: {
    es: 'guardar crear actualizar cambiar',
    en: 'save create update change',
    pt: 'salvar criar atualizar mudar',
  },
  get: { es: 'ver detalle abrir completo', en: 'get show detail open whole', pt: 'ver detalhe abrir completo' },
  delete: { es: 'borrar eliminar quitar', en: 'delete remove', pt: 'apagar excluir remover' },
  list: { es: 'listar ver lista cuáles mostrar', en: 'list show all which', pt: 'listar ver lista quais mostrar' },
}

export function keywords_of(does: Does, record: Words, own: Words = { es: '', en: '', pt: '' }): Words {
  const joined = (language: keyof Words) =>
    [verbs[does][language], record[language], own[language]].filter(Boolean).join(' ')
  return { es: joined('es'), en: joined('en'), pt: joined('pt') }
}
