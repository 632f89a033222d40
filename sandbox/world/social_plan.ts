// The plans of Casa Lumbre's accounts on social networks.
import type { SocialAccount, SocialPost } from './types.ts'

export interface SocialPlan {
  platform: 'social_a' | 'net_c'
  accounts: SocialAccount[]
  /** Probability of a post, and of a story, on a day. */
  posts_a_day: number
  stories_a_day: number
  formats: SocialPost['format'][]
  texts: string[]
  id_base: string
}

export const instagram_plan: SocialPlan = {
  platform: 'social_a',
  accounts: [
    { id: '17841400008460056', username: 'casalumbre.mx', name: 'Casa Lumbre', followers: 38_400 },
    { id: '17841400008460911', username: 'casalumbre.taller', name: 'Taller Casa Lumbre', followers: 2_150 },
  ],
  posts_a_day: 0.55,
  stories_a_day: 0.9,
  formats: ['image', 'image', 'video', 'album'],
  texts: [
    'La luz de la tarde 🕯️ #hechoamano #velas',
    'Nuevo tapete de lana, tejido en Teotitlán. ¿Cuál es tu color?',
    'Así nace una lámpara de barro ✨\n.\n.\n#taller',
    'Domingo de mesa larga con la vajilla Barro Negro.',
  ],
  id_base: '17900',
}

export const linkedin_plan: SocialPlan = {
  platform: 'net_c',
  accounts: [
    { id: '64265083', username: 'casa-lumbre', name: 'Casa Lumbre', followers: 5_900 },
    { id: '64265999', username: 'casa-lumbre-contract', name: 'Casa Lumbre Contract', followers: 740, is_brand: true },
  ],
  posts_a_day: 0.3,
  stories_a_day: 0,
  formats: ['image', 'video', 'text'],
  texts: [
    'Entregamos 120 lámparas (barro y latón) para el Hotel Laguna. Gracias al equipo del taller. #hechoamano',
    'Buscamos a una persona para compras internacionales.',
    'Por qué el barro sigue siendo el mejor material para una luz cálida.',
  ],
  id_base: '7130',
}
