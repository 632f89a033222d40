// What previews of changes at shops and marketplaces say to the person who decides, in Portuguese.
export const shop_actions_pt = {
  'action.has_code':
    'O texto tem mais que palavras ({names}). Ele executa ou carrega algo nos navegadores de quem visita.',
  'action.seo_apart': 'Os buscadores recebem um título ou uma descrição próprios. Esses não mudam.',
  'action.answer_is_final': 'Só é possível responder uma vez.',
  'action.may_be_moderated': 'Depois de aceitá-los, {platform} verifica os textos e pode ocultá-los.',
  'action.page_is_public': 'Qualquer pessoa pode ver a página assim que ela existe.',
} as const
