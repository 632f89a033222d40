export interface Exception {
  role: string
  is?: RegExp
  why: string
}
export const exceptions: Exception[] = [
  { role: 'tablero_sql', why: "a caller's own SELECT over the published views, which do not show org_id; row security alone holds it" },
]
