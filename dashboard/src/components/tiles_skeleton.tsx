// Tiles whose answer is not here yet, in their final size.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './answered.module.css'
import type { QueryState } from './answered.tsx'
import { Tiles } from './tile.tsx'

const TILE_PX = 148

export const TilesSkeleton = ({ count }: { count: number }) => (
  <Tiles>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <Skeleton key={index} height={TILE_PX} />
    ))}
  </Tiles>
)

interface TilesAboveProps<T> {
  of: QueryState<T>
  count: number
  children: (data: T) => ReactNode
}

/** Tiles above the list of the same answer. The list says why an answer failed, and the tiles keep their space. */
export function TilesAbove<T>({ of: { data, error, failureReason }, count, children }: TilesAboveProps<T>) {
  if (data !== undefined) return children(data)
  return (
    <div className={(error ?? failureReason) ? classes.room! : undefined} aria-hidden>
      <TilesSkeleton count={count} />
    </div>
  )
}
