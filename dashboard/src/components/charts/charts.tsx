// The drawings of all plots, in the only chunk with the library of charts.
export { Columns } from './columns.tsx'
export { Lines } from './lines.tsx'
export { Rows } from './rows.tsx'
