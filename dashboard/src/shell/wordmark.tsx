// The name of the product, with its sign: three bars of a board.
import classes from './wordmark.module.css'

export function Wordmark() {
  return (
    <span className={classes.mark}>
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 22 22">
        <rect width="22" height="22" rx="6" fill="#1b7962" />
        <path
          d="M6.500 15.500v-4M11 15.500v-9M15.500 15.500v-6"
          stroke="#fff"
          strokeWidth="2.200"
          strokeLinecap="round"
        />
      </svg>
      Tablero
    </span>
  )
}
