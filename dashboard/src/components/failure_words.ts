// What a page says of an error: a title, and the sentence of the engine.
import { Failure } from '../api/failure.ts'
import { t } from '../lib/language.ts'

/** The sentence of the engine as it is. Pages have words of their own only where no engine answered. */
export function failure_words(error: unknown): { title: string; text?: string; request_id?: string | undefined } {
  if (!(error instanceof Failure)) return { title: t('This part of the page failed.'), text: t('Load the page again.') }
  const { outcome, message: text, request_id } = error
  if (outcome === 'offline') return { title: t('No connection'), text: t('Tablero cannot be reached from here.') }
  if (outcome === 'rate_limited') return { title: t('Too many calls in this minute'), text }
  if (outcome === 'overloaded') return { title: t('Tablero is busy'), text }
  if (outcome === 'denied_scope' || outcome === 'denied_org') return { title: t('You may not do this here'), text }
  if (outcome === 'fault') return { title: t('Something went wrong on our side.'), text, request_id }
  return { title: text || t('This did not work.'), request_id }
}
