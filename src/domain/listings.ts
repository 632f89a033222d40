// What Mercado Libre lets a seller do with a listing. The lists and the changes at the platform decide by the same rules.

/** States of listings that can be changed (page "Sincroniza y modifica publicaciones", 2026-03, read 2026-11). */
const CHANGEABLE = ['active', 'paused']
/** The state of listings whose questions can be answered. Others are refused as not_active_item (integrations, read 2026-11). */
export const ANSWERABLE_LISTING = 'active'

export const can_be_changed = (status: string): boolean => CHANGEABLE.includes(status)

interface Title {
  /** null: not known. */
  sold: number | bigint | null
  /** The marketplace writes it, for sellers of its user products. null: not known. */
  is_title_written: boolean | null
}

/** Why a title cannot be changed (pages "Sincroniza y modifica publicaciones" and "Publicar productos", read 2026-11). null: it can be. */
export function title_hold({ sold, is_title_written }: Title): 'written' | 'sold' | 'unknown' | null {
  if (is_title_written) return 'written'
  if (sold !== null && sold > 0) return 'sold'
  return sold === null || is_title_written === null ? 'unknown' : null
}
