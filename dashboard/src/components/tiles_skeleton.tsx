// Tiles whose answer is not here yet, in their final size.
import { Skeleton } from '@mantine/core'
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
