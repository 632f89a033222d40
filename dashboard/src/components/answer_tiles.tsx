// The totals of an answer as tiles, without a comparison.
import { type Provenance, trust_of } from '../lib/trust.ts'
import type { FigureKind } from './figure.ts'
import { Tile, Tiles } from './tile.tsx'

export type AnswerTile = readonly [name: string, value: number | null, kind: FigureKind]

interface AnswerTilesProps {
  answer: Provenance & { currency: string }
  tiles: readonly AnswerTile[]
}

export const AnswerTiles = ({ answer, tiles }: AnswerTilesProps) => (
  <Tiles>
    {tiles.map(([name, value, kind]) => (
      <Tile
        key={name}
        {...{ name, value, kind }}
        currency={kind === 'money' ? answer.currency : undefined}
        trust={trust_of(value, answer)}
      />
    ))}
  </Tiles>
)
