// What previews of changes at shops and marketplaces say to the person who decides, in Spanish.
export const shop_actions_es = {
  'action.has_code':
    'El texto tiene más que palabras ({names}). Ejecuta o carga algo en los navegadores de quienes visitan.',
  'action.seo_apart': 'Los buscadores reciben un título o una descripción propios. Esos no cambian.',
  'action.answer_is_final': 'Solo se puede responder una vez.',
  'action.may_be_moderated': 'Después de aceptarlos, {platform} revisa los textos y puede ocultarlos.',
  'action.page_is_public': 'Cualquier persona puede ver la página en cuanto existe.',
} as const
