// A state by a shape, a color and words.
import classes from './level_badge.module.css'

export type Level = 'good' | 'warning' | 'bad' | 'quiet'

export const LevelBadge = ({ level, text }: { level: Level; text: string }) => (
  <span className={classes.badge} data-level={level}>
    <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8">
      {level === 'good' && <circle cx="4" cy="4" r="4" />}
      {level === 'warning' && <path d="M4 0l4 8H0z" />}
      {level === 'bad' && <path d="M0 0h8v8H0z" />}
      {level === 'quiet' && <path d="M0 3h8v2H0z" />}
    </svg>
    {text}
  </span>
)
