// What an answer says about its own figures, in the engine's sentences.
import { t } from '../lib/language.ts'
import classes from './answer_notes.module.css'

export function AnswerNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <details className={classes.notes}>
      <summary>
        {t('{count, plural, one {# note on these figures} other {# notes on these figures}}', { count: notes.length })}
      </summary>
      <ul className={classes.list}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  )
}
